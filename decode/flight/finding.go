package flight

import "time"

// Severity says how much a finding matters.
type Severity string

// Severities, from a remark to something that makes values wrong.
const (
	Info    Severity = "info"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// Rank orders severities: 0 is a remark, and what weighs more has a higher one.
func (s Severity) Rank() int {
	switch s {
	case Error:
		return 2
	case Warning:
		return 1
	}
	return 0
}

// Kind names a kind of finding. The names are stable: programs match on them.
type Kind string

// Kinds of findings.
const (
	EpochReboot      Kind = "epoch-reboot"
	EpochCaptureStep Kind = "epoch-capture-step"
	BootWrap         Kind = "boot-wrap"
	ClockOutlier     Kind = "clock-outlier"
	Lost             Kind = "loss"
	Late             Kind = "late"
	Duplicate        Kind = "duplicate"
	SeveralSenders   Kind = "several-senders"
	ConstantSequence Kind = "constant-sequence"
	Restart          Kind = "restart"
	FrameCRC         Kind = "crc-failed"
	DialectMismatch  Kind = "dialect-mismatch"
	UnknownMessage   Kind = "unknown-message"
	JunkRun          Kind = "junk"
	ConsoleText      Kind = "console-text"
	ZeroRun          Kind = "zero-run"
	TextModeDamage   Kind = "text-mode-damage"
	TruncatedTail    Kind = "truncated-tail"
	EmptyLog         Kind = "empty-log"
	Version          Kind = "version"
	FormatMismatch   Kind = "format-mismatch"
	TimeGap          Kind = "time-gap"
	NoClock          Kind = "no-clock"
	SignedFrames     Kind = "signed"
	LateFormat       Kind = "late-format"
	ClockStepped     Kind = "clock-step"
	ClockRate        Kind = "clock-rate"
	Causality        Kind = "causality"
)

// Finding is one thing a person should know about a log.
type Finding struct {
	Kind     Kind
	Severity Severity
	Source   string // "1:1"; "" where the whole log is meant
	Time     time.Duration
	Span     Span   // the bytes it rests on
	Text     string // sentences, the first of which stands for itself; text from the log is escaped
	// Size is how much it is among findings of its kind: seconds of a silence,
	// frames lost or failed, bytes of junk; 0 where that is not told.
	Size float64
}
