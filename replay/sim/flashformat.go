package sim

import (
	"encoding/binary"
	"fmt"
	"math"
)

// flashFormat is one type of DataFlash record, as ArduPilot's AP_Logger
// (LogStructure.h) lays it out. Units and multipliers have a letter a field.
type flashFormat struct {
	number           byte
	name             string
	letters, columns string
	units, factors   string
}

const (
	flashFMT        = 128
	flashFMTLength  = 89
	flashHeadLength = 3
)

// flashFormats are in the order in which the log describes them.
var flashFormats = []flashFormat{
	{flashFMT, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns", "-b---", "-----"},
	{177, "UNIT", "QbZ", "TimeUS,Id,Label", "s--", "F--"},
	{178, "FMTU", "QBNN", "TimeUS,FmtType,UnitIds,MultIds", "s---", "F---"},
	{179, "MULT", "Qbd", "TimeUS,Id,Mult", "s--", "F--"},
	{64, "PARM", "QNff", "TimeUS,Name,Value,Default", "s---", "F---"},
	{91, "MSG", "QZ", "TimeUS,Message", "s-", "F-"},
	{98, "MODE", "QMBB", "TimeUS,Mode,ModeNum,Rsn", "s---", "F---"},
	{
		112, "ATT", "QccccCCCCB", "TimeUS,DesRoll,Roll,DesPitch,Pitch,DesYaw,Yaw,ErrRP,ErrYaw,AEKF",
		"sddddhhdh-", "FBBBBBBBB-",
	},
	{
		103, "IMU", "QBffffffIIfBBHH", "TimeUS,I,GyrX,GyrY,GyrZ,AccX,AccY,AccZ,EG,EA,T,GH,AH,GHz,AHz",
		"s#EEEooo--O--zz", "F-000000-----00",
	},
	{
		65, "GPS", "QBBIHBcLLeffffB", "TimeUS,I,Status,GMS,GWk,NSats,HDop,Lat,Lng,Alt,Spd,GCrs,VZ,Yaw,U",
		"s#-s-S-DUmnhnh-", "F--C-0BGGB000--",
	},
	{82, "BARO", "QBffcfIffB", "TimeUS,I,Alt,Press,Temp,CRt,SMS,Offset,GndTemp,Health", "s#mPOnsmO-", "F-00B0C?0-"},
	{
		93, "BAT", "QBfffffcfB", "TimeUS,Inst,Volt,VoltR,Curr,CurrTot,EnrgTot,Temp,Res,RemPct",
		"s#vvAaXOw%", "F-000C0B00",
	},
	{
		86, "RCIN", "QHHHHHHHHHHHHHH", "TimeUS,C1,C2,C3,C4,C5,C6,C7,C8,C9,C10,C11,C12,C13,C14",
		"sYYYYYYYYYYYYYY", "F--------------",
	},
	{
		87, "RCOU", "QHHHHHHHHHHHHHH", "TimeUS,C1,C2,C3,C4,C5,C6,C7,C8,C9,C10,C11,C12,C13,C14",
		"sYYYYYYYYYYYYYY", "F--------------",
	},
	{95, "EV", "QB", "TimeUS,Id", "s-", "F-"},
	{96, "ERR", "QBB", "TimeUS,Subsys,ECode", "s--", "F--"},
	{
		120, "SIM", "QccCfLLffff", "TimeUS,Roll,Pitch,Yaw,Alt,Lat,Lng,Q1,Q2,Q3,Q4",
		"sddhmDU----", "FBBB0GG----",
	},
}

// flashUnits are ArduPilot's units by letter.
var flashUnits = []struct {
	letter byte
	label  string
}{
	{'-', ""},
	{'?', "UNKNOWN"},
	{'A', "A"},
	{'a', "Ah"},
	{'d', "deg"},
	{'b', "B"},
	{'k', "deg/s"},
	{'D', "deglatitude"},
	{'E', "rad/s"},
	{'G', "Gauss"},
	{'h', "degheading"},
	{'m', "m"},
	{'n', "m/s"},
	{'o', "m/s/s"},
	{'O', "degC"},
	{'%', "%"},
	{'S', "satellites"},
	{'s', "s"},
	{'q', "rpm"},
	{'r', "rad"},
	{'U', "deglongitude"},
	{'v', "V"},
	{'P', "Pa"},
	{'w', "Ohm"},
	{'W', "W"},
	{'X', "W.h"},
	{'Y', "us"},
	{'z', "Hz"},
	{'#', "instance"},
}

// flashFactors are ArduPilot's multipliers by letter.
var flashFactors = []struct {
	letter byte
	factor float64
}{
	{'-', 0},
	{'?', 1},
	{'2', 1e2},
	{'1', 1e1},
	{'0', 1},
	{'A', 1e-1},
	{'B', 1e-2},
	{'C', 1e-3},
	{'D', 1e-4},
	{'E', 1e-5},
	{'F', 1e-6},
	{'G', 1e-7},
	{'I', 1e-9},
	{'!', 3.6},
	{'/', 3600},
}

func (f flashFormat) length() int {
	n := flashHeadLength
	for i := range len(f.letters) {
		n += letterSize(f.letters[i])
	}
	return n
}

// letterSize is how many bytes a field with this letter takes.
func letterSize(letter byte) int {
	switch letter {
	case 'b', 'B', 'M':
		return 1
	case 'h', 'H', 'c', 'C':
		return 2
	case 'i', 'I', 'e', 'E', 'f', 'L', 'n':
		return 4
	case 'q', 'Q', 'd':
		return 8
	case 'N':
		return 16
	case 'Z':
		return 64
	}
	// The formats above are fixed when the program is built.
	panic(fmt.Sprintf("no size for format letter %q", letter))
}

// record lays out one record. There is a value for each letter: a string for
// text, else an int or a float64, which letters with an implied scale divide.
func (f flashFormat) record(values ...any) []byte {
	b := make([]byte, flashHeadLength, f.length())
	b[0], b[1], b[2] = 0xA3, 0x95, f.number
	for i := range len(f.letters) {
		b = appendField(b, f.letters[i], values[i])
	}
	return b
}

func appendField(b []byte, letter byte, value any) []byte {
	if s, ok := value.(string); ok {
		field := make([]byte, letterSize(letter))
		copy(field, s)
		return append(b, field...)
	}
	v := number(value)
	switch letter {
	case 'f':
		return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
	case 'd':
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	case 'c', 'C', 'e', 'E':
		v = math.Round(v * 100)
	case 'L':
		v = math.Round(v * 1e7)
	}
	whole := uint64(int64(v))
	for range letterSize(letter) {
		b = append(b, byte(whole))
		whole >>= 8
	}
	return b
}

func number(value any) float64 {
	if n, ok := value.(int); ok {
		return float64(n)
	}
	v, _ := value.(float64)
	return v
}
