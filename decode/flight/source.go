package flight

import (
	"fmt"
	"strconv"
	"strings"
)

// Source is who sent a frame: system id in the high byte, component id in the
// low one. 0 stands for a log whose records name no sender.
type Source uint16

// MakeSource joins a system and a component id.
func MakeSource(system, component uint8) Source {
	return Source(uint16(system)<<8 | uint16(component))
}

// System is the system id.
func (s Source) System() uint8 { return uint8(s >> 8) }

// Component is the component id.
func (s Source) Component() uint8 { return uint8(s) }

// String is "1:1"; "" for the source of a log without senders.
func (s Source) String() string {
	if s == 0 {
		return ""
	}
	return strconv.Itoa(int(s.System())) + ":" + strconv.Itoa(int(s.Component()))
}

// ParseSource reads "1:1".
func ParseSource(text string) (Source, error) {
	system, component, ok := strings.Cut(text, ":")
	sys, err1 := strconv.ParseUint(system, 10, 8)
	comp, err2 := strconv.ParseUint(component, 10, 8)
	if !ok || err1 != nil || err2 != nil {
		return 0, fmt.Errorf("source %q: expected system:component, such as 1:1", text)
	}
	return MakeSource(uint8(sys), uint8(comp)), nil
}
