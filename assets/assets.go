// Package assets embeds the files the program carries with it.
package assets

import _ "embed"

// Icon is the program's icon, a PNG of 256 by 256 pixels. It is not to be
// written to.
//
//go:embed icon.png
var Icon []byte

// MAVLinkFields is the unit, multiplier, invalid value and instance flag of
// MAVLink fields, as the message definitions of the MAVLink project state them
// (CSV with a header line). It is not to be written to.
//
//go:embed mavlink_fields.csv
var MAVLinkFields []byte
