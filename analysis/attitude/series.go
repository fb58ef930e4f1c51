package attitude

import (
	"math"
	"time"

	"postflight/decode/flight"
)

// Series is an attitude over time, one element a sample.
type Series struct {
	Source     flight.Source
	Message    string
	Time       []time.Duration // log time, ascending
	Frame      []uint32        // in Log.Frames
	Quaternion []Quaternion
	Euler      []Euler
	Bad        int // samples left out: not numbers, no rotation, or see Without
}

// messages that carry an attitude, the one to prefer first.
var messages = []struct {
	name   string
	fields [4]string // roll, pitch, yaw; or the four of a quaternion
	degree float64   // of one unit of the angles
}{
	{"ATTITUDE_EULER", [4]string{"roll", "pitch", "yaw"}, 1 / degree},
	{"ATTITUDE", [4]string{"roll", "pitch", "yaw"}, 1 / degree},
	{"ATTITUDE_QUATERNION", [4]string{"q1", "q2", "q3", "q4"}, 0},
	{"ATTITUDE_V1", [4]string{"roll", "pitch", "yaw"}, 1},
	{"ATT", [4]string{"Roll", "Pitch", "Yaw"}, 1}, // of DataFlash logs
}

// Sources lists who reports an attitude, in order of their first stream.
func Sources(l *flight.Log) []flight.Source {
	var out []flight.Source
	seen := map[flight.Source]bool{}
	for _, s := range l.Streams {
		for _, m := range messages {
			if s.Message.Name == m.name && !seen[s.Source] {
				seen[s.Source] = true
				out = append(out, s.Source)
			}
		}
	}
	return out
}

// Estimate reads the attitude that a source reported; nil where it did not.
func Estimate(l *flight.Log, source flight.Source) *Series {
	for _, m := range messages {
		s := l.Stream(source, m.name)
		if s == nil || s.Message.Field(m.fields[0]) == nil {
			continue
		}
		out := &Series{Source: source, Message: m.name}
		columns := make([]*flight.Column, 0, len(m.fields))
		for _, name := range m.fields {
			if c := l.Column(s, s.Message.Field(name), 0); c != nil {
				columns = append(columns, c)
			}
		}
		switch {
		case m.degree == 0 && len(columns) == 4:
			out.addQuaternions(columns)
		case m.degree != 0 && len(columns) == 3:
			out.addEuler(columns, m.degree)
		default:
			continue
		}
		return out
	}
	return nil
}

// Without is the series without the samples of some frames, ascending: those
// that came late or are duplicates carry a time that is not theirs, and would be taken
// for errors of the estimate. They count as Bad.
func (s *Series) Without(frames []uint32) *Series {
	out := &Series{Source: s.Source, Message: s.Message, Bad: s.Bad}
	for i, frame := range s.Frame {
		for len(frames) > 0 && frames[0] < frame {
			frames = frames[1:]
		}
		if len(frames) > 0 && frames[0] == frame {
			out.Bad++
			continue
		}
		out.add(s.Time[i], frame, s.Quaternion[i], s.Euler[i])
	}
	return out
}

// Truth reads the attitude of a ground-truth log; nil where it has none.
func Truth(l *flight.Log) *Series {
	if l.Format != flight.VGT1 {
		return nil
	}
	for _, s := range l.Streams {
		field := s.Message.Field("q")
		if field == nil || field.Elements() != 4 {
			continue
		}
		out := &Series{Source: s.Source, Message: s.Message.Name}
		columns := make([]*flight.Column, 4)
		for i := range columns {
			columns[i] = l.Column(s, field, i)
		}
		out.addQuaternions(columns)
		return out
	}
	return nil
}

func (s *Series) addQuaternions(columns []*flight.Column) {
	for row, t := range columns[0].Time {
		q := Quaternion{columns[0].Value[row], columns[1].Value[row], columns[2].Value[row], columns[3].Value[row]}
		s.add(t, columns[0].Frame[row], q.unit(), q.Euler())
	}
}

func (s *Series) addEuler(columns []*flight.Column, unit float64) {
	for row, t := range columns[0].Time {
		e := Euler{columns[0].Value[row] * unit, columns[1].Value[row] * unit, Wrap(columns[2].Value[row] * unit)}
		s.add(t, columns[0].Frame[row], e.Quaternion(), e)
	}
}

func (s *Series) add(t time.Duration, frame uint32, q Quaternion, e Euler) {
	if sum := q[0] + q[1] + q[2] + q[3] + e[0] + e[1] + e[2]; math.IsNaN(sum) || math.IsInf(sum, 0) {
		s.Bad++
		return
	}
	s.Time = append(s.Time, t)
	s.Frame = append(s.Frame, frame)
	s.Quaternion = append(s.Quaternion, q)
	s.Euler = append(s.Euler, e)
}
