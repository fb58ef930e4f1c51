package plot

import "strings"

// Title is what the pane is called, without unit: what it was named, else what the
// names of its curves have in common, else the name of the first.
func (p *Pane) Title() string {
	title, _ := p.names()
	if title == "" && len(p.curves) > 0 {
		return p.curves[0].Name
	}
	return title
}

// names is the title of the pane and what the legend calls its curves: in a pane
// without a name of its own, what all begin with is said once, in the title.
func (p *Pane) names() (title string, curves []string) {
	for _, c := range p.curves {
		curves = append(curves, c.Name)
	}
	if p.title != "" || len(curves) == 0 {
		return p.title, curves
	}
	if len(curves) == 1 {
		return curves[0], []string{""}
	}
	shared := sharedStart(curves)
	for i, name := range curves {
		curves[i] = name[len(shared):]
	}
	return strings.TrimRight(shared, ". "), curves
}

// sharedStart is how all names begin, up to the end of a source or of a message: of
// "1:1 ATTITUDE.roll" and "1:1 ATTITUDE.yaw" it is "1:1 ATTITUDE.".
func sharedStart(names []string) string {
	shared := len(names[0])
	for _, name := range names[1:] {
		shared = min(shared, sameStart(names[0], name))
	}
	return names[0][:strings.LastIndexAny(names[0][:shared], ". ")+1]
}

// ownPart is what is left of one of several names without what all begin and end with.
func ownPart(names []string, i int) string {
	if len(names) < 2 {
		return ""
	}
	own := names[i]
	start, end := len(own), len(own)
	for k, name := range names {
		if k != i {
			start, end = min(start, sameStart(own, name)), min(end, sameEnd(own, name))
		}
	}
	if start+end >= len(own) {
		return ""
	}
	return own[start : len(own)-end]
}

// sameStart is how many bytes two texts begin with alike.
func sameStart(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// sameEnd is how many bytes two texts end with alike.
func sameEnd(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}
