package words_test

import (
	"testing"

	"postflight/analysis/internal/words"
)

func TestWordsAgreeWithTheirNumbers(t *testing.T) {
	abc := []string{"a", "b", "c", "d", "e"}
	for _, c := range []struct{ got, want string }{
		{words.Count(0, "frame"), "0 frames"},
		{words.Count(1, "frame"), "1 frame"},
		{words.Times(1), "once"},
		{words.Times(2), "twice"},
		{words.Times(3), "3 times"},
		{words.Choose(1, "it", "they"), "it"},
		{words.Choose(2, "it", "they"), "they"},
		{words.List(nil), ""},
		{words.List(abc[:1]), "a"},
		{words.List(abc[:3]), "a, b and c"},
		{words.Some(abc[:3], 3, "others"), "a, b and c"},
		{words.Some(abc[:4], 3, "others"), "a, b, c and d"},
		{words.Some(abc, 3, "others"), "a, b, c and 2 others"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
