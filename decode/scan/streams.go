package scan

import (
	"fmt"
	"math"

	"postflight/decode/flight"
)

// streams numbers the streams of a log as they first appear.
type streams struct {
	list    []*flight.Stream
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

func newStreams() *streams {
	return &streams{byKey: map[streamKey]uint16{}, unknown: map[uint32]*flight.Message{}}
}

// index is the number of the stream that f belongs to; false where there are more streams than can be numbered.
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
	return slot.index, true
}

func (s *streams) find(key streamKey) (uint16, bool) {
	if i, ok := s.byKey[key]; ok {
		return i, true
	}
	if len(s.list) > math.MaxUint16 {
		return 0, false
	}
	i := uint16(len(s.list))
	s.byKey[key] = i
	s.list = append(s.list, &flight.Stream{Source: key.source, Message: key.message, Index: i})
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
