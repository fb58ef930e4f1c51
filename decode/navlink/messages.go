package navlink

import (
	"strconv"
	"strings"

	"postflight/decode/flight"
)

// specs are the messages of Navigator's dialect: id, name, CRC_EXTRA, then the
// fields in wire order as "type name unit"; "f32*3" is an array, a leading "+"
// an extension, which the CRC_EXTRA leaves out. Units are those that senders
// use in practice: CONTROL_TRACE angles are degrees where attitude is radians.
//
// A later entry of the same id is an older layout, told apart by CRC_EXTRA.
var specs = []struct {
	id     uint32
	name   string
	extra  uint8
	fields string
}{
	{0, "HEARTBEAT", 31, "u8 type, u8 autopilot, u8 base_mode, u8 system_status, u8 nav_state, u32 capabilities, u32 timestamp ms"},
	{2, "SYSTEM_HEALTH", 249, "u32 tx_overflow, u32 imu_drop, u32 log_wrap, u8 cpu_load %"},
	{3, "FLIGHT_MODE", 87, "u8 mode, u8 source"},
	{4, "STATUSTEXT", 229, "u8 severity, char*50 text, u16 id, u8 chunk_seq"},
	{5, "COMMAND_ACK", 151, "u24 command, u8 req_seq, u8 result, u8 progress, i32 result_param2"},
	{8, "PING", 56, "u32 seq, u8 target"},
	{9, "CAPABILITIES", 91, "u8 protocol_version, u8 sec_modes, u16 pad, u32 incompat_supported, u32 key_id"},
	{10, "TIME_SYNC", 82, "u8 role, u8 seq, u8*2 pad, u64 t1_gcs_tx ms, u64 t2_fc_rx ms, u64 t3_fc_tx ms, i32 commanded_offset_ms ms, i32 commanded_offset_hi_ms ms"},
	{1024, "IMU_RAW", 156, "f32*3 acc m/s², f32*3 gyr deg/s, f32*3 mag µT, f32 temp °C, +u32 sample_time_us µs"},
	{1025, "IMU_COMPRESSED", 151, "u8 ref_seq, u8 pad, f16*10 delta"},
	{1026, "ATTITUDE_EULER", 213, "f32 roll rad, f32 pitch rad, f32 yaw rad, f32 rollspeed rad/s, f32 pitchspeed rad/s, f32 yawspeed rad/s"},
	{1028, "RC_CHANNELS", 14, "u16*18 chan µs, u8 rssi, u8 count"},
	{1029, "MOTOR_TELEMETRY", 222, "f32*8 cmd"},
	{1030, "CONTROL_TRACE", 16, "f32 angle_sp_roll deg, f32 angle_sp_pitch deg, f32 angle_sp_yaw deg, f32 angle_roll deg, f32 angle_pitch deg, f32 angle_yaw deg, f32 rate_sp_roll deg/s, f32 rate_sp_pitch deg/s, f32 rate_sp_yaw deg/s, f32 rate_roll deg/s, f32 rate_pitch deg/s, f32 rate_yaw deg/s, f32 out_roll, f32 out_pitch, f32 out_yaw, f32 out_throttle, f32 outer_dt s, f32 inner_dt s"},
	{1033, "EST_PERF", 213, "f32 peak_us µs, f32 mean_us µs, f32 decimation, f32 rate_hz Hz"},
	{1034, "PERF_GLOBAL", 63, "u32 seq, u8 flags, u8 total_tasks, u8 total_fifos, u8 pad, u32 uptime_ticks ms, u32 sched_switches, u32 cpu_cycles_lo, u32 idle_cycles_lo, u32 systick_count, u32 systick_last_cyc, u32 systick_max_cyc, u32 systick_preemptions, u32 ipc_takes, u32 ipc_takes_blocked, u32 ipc_gives, u32 ipc_timeouts, u32 heap_allocs, u32 heap_frees, u32 heap_oom, u32 heap_peak_bytes B, u32 heap_total_bytes B"},
	{1035, "PERF_TASK", 231, "u32 seq, u8 task_id, u8 priority, u8 state, u8 pad, u16 stack_peak B, u16 stack_size B, u32 cycles_lo, u32 switches_in, u32 max_burst_cyc"},
	{1036, "PERF_FIFO", 146, "u32 seq, u8 fifo_id, u8 pad, u16 peak, u16 capacity, u16 drops"},
	{1037, "PERF_TASKNAME_REQUEST", 237, "u8 target_sys, u8 target_comp, u8 task_id"},
	{1038, "PERF_TASKNAME", 255, "u8 task_id, char*32 name"},
	{1039, "BARO", 182, "f32 pressure Pa, f32 temperature °C, f32 humidity %, f32 altitude m"},
	{1040, "VERTICAL_STATE", 164, "f32 altitude m, f32 climb_rate m/s, f32 vertical_accel m/s², f32 baro_altitude m, f32 agl m, u8 valid, f32 agl_tof m, u8 tof_valid, u8 height_state, +f32 accel_bias m/s², +u8 accel_unhealthy"},
	{1040, "VERTICAL_STATE", 249, "f32 altitude m, f32 climb_rate m/s, f32 vertical_accel m/s², f32 baro_altitude m, f32 agl m, u8 valid"},
	{1041, "SYSID_SAMPLE", 137, "u16 start_index, u16 total, u16 capture_hz Hz, u8 axis, u8 count, i16*10 u, i16*10 gyro"},
	{1041, "SYSID_SAMPLE", 255, "u16 start_index, u16 total, u16 capture_hz Hz, u8 axis, u8 count, i16*10 sp, i16*10 gyro"},
	{1042, "XFER_INFO", 140, "u8*12 data"},
	{1043, "XFER_DATA", 2, "u8*254 data"},
	{1044, "XFER_ACK", 188, "u8*7 data"},
	{1045, "FS_ENTRY", 43, "u8*27 data"},
	{1046, "FS_INFO_REPLY", 99, "u8*12 data"},
	{1047, "NOTCH_STATUS", 210, "u8 enabled, u8 pad, u16 pad2, f32*3 roll Hz, f32*3 pitch Hz, f32*3 yaw Hz"},
	{1048, "HSL_STATUS", 222, "u8 recording, u8*3 pad, u32 session, u32 head_slot, u32 ring_sectors, u32 wraps, u32 dropped_sectors, u32 seq"},
	{1049, "XFER_SACK", 5, "u8*54 data"},
	{1050, "BATTERY", 41, "f32 voltage V, u16 counts, u8 valid"},
	{12320, "CALIBRATION_STATUS", 187, "u8 step, u8 progress, f32*3 coverage"},
}

// specsV1 are the packets of the retired NavLink 1, by their type nibble.
var specsV1 = []struct {
	id     uint32
	name   string
	fields string
}{
	{0, "HEARTBEAT_V1", ""},
	{1, "IMU_RAW_V1", "f32*3 acc m/s², f32*3 gyr deg/s, f32*3 mag µT, f32 temp °C"},
	{2, "IMU_COMPRESSED_V1", "f16*10 delta"},
	{3, "COMMAND_V1", "u8*255 data"},
	{4, "ATTITUDE_V1", "f32 roll deg, f32 pitch deg, f32 yaw deg"},
	{5, "RC_CHANNELS_V1", "u16*14 chan µs"},
	{6, "SYSTEM_STATUS_V1", "u8 origin, u8 count, u8*253 data"},
	{7, "LOG_TEXT_V1", "char*255 text"},
	{8, "MOTORS_V1", "f32*4 cmd"},
	{9, "PERF_STATS_V1", "u8*255 data"},
	{10, "TASK_NAME_V1", "u8 task_id, char*254 name"},
	{11, "TIME_SYNC_V1", "u8*255 data"},
}

var typeNames = map[string]flight.Type{
	"u8": flight.U8, "i8": flight.I8, "u16": flight.U16, "i16": flight.I16, "u24": flight.U24,
	"u32": flight.U32, "i32": flight.I32, "u64": flight.U64, "i64": flight.I64,
	"f16": flight.F16, "f32": flight.F32, "f64": flight.F64, "char": flight.Char,
}

// define reads one entry of the tables above.
func define(id uint32, name string, extra uint8, fields string) *flight.Message {
	m := &flight.Message{ID: id, Name: name, CRCExtra: extra}
	for text := range strings.SplitSeq(fields, ", ") {
		if text == "" {
			continue
		}
		text, extension := strings.CutPrefix(text, "+")
		part := strings.SplitN(text, " ", 3)
		kind, count, _ := strings.Cut(part[0], "*")
		f := flight.Field{Name: part[1], Type: typeNames[kind], Offset: m.MaxLength}
		f.Array, _ = strconv.Atoi(count)
		if len(part) == 3 {
			f.Unit = part[2]
		}
		m.MaxLength += f.Type.Size() * max(1, f.Array)
		if !extension {
			m.MinLength = m.MaxLength
		}
		m.Fields = append(m.Fields, f)
	}
	return m
}
