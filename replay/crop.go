package replay

// fitCrop gives the crop that can be played for the one asked for: inside
// whole, ends in order and at least one frame apart. What is too short grows
// to the next frame after its start, at the end of the flight to the one
// before. Only a flight of a single instant has a crop of no length.
func fitCrop(line Timeline, whole, asked Range) Range {
	crop := Range{whole.Clamp(asked.From), whole.Clamp(asked.To)}
	if crop.From > crop.To {
		crop.From, crop.To = crop.To, crop.From
	}
	if next, ok := line.After(crop.From); ok && next <= whole.To {
		crop.To = max(crop.To, next)
	} else if last, ok := line.Before(crop.To); ok && last >= whole.From {
		crop.From = min(crop.From, last)
	}
	return crop
}
