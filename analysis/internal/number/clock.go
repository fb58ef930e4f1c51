package number

import (
	"fmt"
	"time"
)

// Clock writes a length of time as minutes and seconds, "3:20.0", and with hours
// from one hour on, "2:59:59.6".
func Clock(d time.Duration) string {
	tenths := int64((d + 50*time.Millisecond) / (100 * time.Millisecond))
	if tenths >= 36000 {
		return fmt.Sprintf("%d:%02d:%02d.%d", tenths/36000, tenths/600%60, tenths/10%60, tenths%10)
	}
	return fmt.Sprintf("%d:%02d.%d", tenths/600, tenths/10%60, tenths%10)
}
