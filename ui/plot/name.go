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
	shared := names[0]
	for _, name := range names[1:] {
		n := 0
		for n < min(len(shared), len(name)) && shared[n] == name[n] {
			n++
		}
		shared = shared[:n]
	}
	return shared[:strings.LastIndexAny(shared, ". ")+1]
}

// ownPart is what is left of one of several names without what all begin and end with.
func ownPart(names []string, i int) string {
	if len(names) < 2 {
		return ""
	}
	start, end := len(names[i]), len(names[i])
	for k, name := range names {
		if k == i {
			continue
		}
		n := 0
		for n < min(start, len(name)) && name[n] == names[i][n] {
			n++
		}
		start = n
		n = 0
		for n < min(end, len(name)) && name[len(name)-1-n] == names[i][len(names[i])-1-n] {
			n++
		}
		end = n
	}
	if start+end >= len(names[i]) {
		return ""
	}
	return names[i][start : len(names[i])-end]
}
