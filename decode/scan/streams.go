package scan

import (
	"fmt"
	"math"

	"postflight/decode/flight"
)

// streams numbers the streams of a log as they first appear.
type streams struct {
	log     *flight.Log
	byKey   map[streamKey]uint16
	recent  [256]recentStream
	unknown map[uint32]*flight.Message
}

type streamKey struct {
	source  flight.Source
	message *flight.Message
}

type recentStream struct {
	streamKey
	index uint16
}

func newStreams(l *flight.Log) *streams {
	return &streams{log: l, byKey: map[streamKey]uint16{}, unknown: map[uint32]*flight.Message{}}
}

// index is the number of the stream that f belongs to, with its count raised;
// false where there are more streams than can be numbered.
func (s *streams) index(f *found) (uint16, bool) {
	message := f.message
	if message == nil {
		message = s.unknownMessage(f.id)
	}
	key := streamKey{f.source, message}
	slot := &s.recent[uint8(message.ID)^uint8(f.source)^uint8(f.source>>8)<<4]
	if slot.streamKey != key {
		i, ok := s.find(key)
		if !ok {
			return 0, false
		}
		*slot = recentStream{key, i}
	}
	s.log.Streams[slot.index].Count++
	return slot.index, true
}

func (s *streams) find(key streamKey) (uint16, bool) {
	if i, ok := s.byKey[key]; ok {
		return i, true
	}
	if len(s.log.Streams) > math.MaxUint16 {
		return 0, false
	}
	i := uint16(len(s.log.Streams))
	s.byKey[key] = i
	s.log.Streams = append(s.log.Streams, &flight.Stream{Source: key.source, Message: key.message, Index: i})
	return i, true
}

func (s *streams) unknownMessage(id uint32) *flight.Message {
	m := s.unknown[id]
	if m == nil {
		m = &flight.Message{ID: id, Name: fmt.Sprintf("UNKNOWN_%d", id)}
		s.unknown[id] = m
	}
	return m
}
