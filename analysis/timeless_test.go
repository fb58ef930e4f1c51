package analysis_test

import (
	"encoding/json"
	"strings"
	"testing"

	"postflight/decode"
)

func TestALogThatTellsNoTimeHasNoDuration(t *testing.T) {
	l, err := decode.Bytes(t.Context(), "", []byte("FMT, 1, 5, ATT, f, Roll\n"+strings.Repeat("ATT, 1.5\n", 500)), nil)
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, l)
	text, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(text), `"duration_s":null`) {
		t.Errorf("%s, %v", text, err)
	}
	var out strings.Builder
	if err := r.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"a second", "00:00.5", "longest silence"} {
		if strings.Contains(out.String(), word) {
			t.Errorf("%q in\n%s", word, out.String())
		}
	}
}
