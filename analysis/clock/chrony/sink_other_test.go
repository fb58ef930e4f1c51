//go:build !unix

package chrony_test

import (
	"errors"
	"testing"

	"postflight/analysis/clock/chrony"
)

func TestASinkIsRefusedWhereThereIsNoChronyd(t *testing.T) {
	if _, err := chrony.NewSink("/run/chrony.sock"); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("error %v, want an ErrUnsupported", err)
	}
}
