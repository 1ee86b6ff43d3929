package draft

import (
	"fmt"
	"strings"

	"github.com/beliefbase/revise/belief"
)

// Text returns the draft as a scenario file, with the revisions if they are wanted.
func (d *Draft) Text(revisions bool) string {
	var b strings.Builder
	if d.Refuse {
		b.WriteString("on_violation: refuse\n")
	}
	section(&b, "", "relations", len(d.Relations), func(i int) string { return d.Relations[i].text() })
	writeRules(&b, "", "rules", d.Rules)
	writeConstraints(&b, "", "constraints", d.Constraints)
	section(&b, "", "beliefs", len(d.Beliefs), func(i int) string { return "  - " + d.Beliefs[i].text() + "\n" })
	if revisions && len(d.Revisions) > 0 {
		b.WriteString("revisions:\n")
		for _, r := range d.Revisions {
			r.write(&b)
		}
	}
	return b.String()
}

// mostLines is how many lines of beliefs a draft has room for that is read; with more it is no file, and has no lines.
const mostLines = 100_000

// outline is the text without the beliefs, everything else on its line: nothing of a rule depends on them but the types that
// Signature has, and they may be more than a file may have.
func (d *Draft) outline(revisions bool) string {
	bare := *d
	bare.Beliefs = nil
	head := bare.Text(false)
	gap := ""
	if len(d.Beliefs) > 0 {
		gap = strings.Repeat("\n", 1+min(len(d.Beliefs), mostLines))
	}
	return head + gap + bare.Text(revisions)[len(head):]
}

// section writes a key and its lines, or nothing if no line has anything.
func section(b *strings.Builder, indent, key string, n int, line func(i int) string) {
	var lines strings.Builder
	for i := range n {
		lines.WriteString(line(i))
	}
	if lines.Len() > 0 {
		fmt.Fprintf(b, "%s%s:\n%s", indent, key, lines.String())
	}
}

func (r *Relation) text() string {
	if !r.Declared {
		return ""
	}
	columns := make([]string, len(r.Types))
	for i, t := range r.Types {
		name := fmt.Sprintf("x%d", i+1)
		if r.Names != nil {
			name = r.Names[i]
		}
		columns[i] = fmt.Sprintf("%s: %s", name, t)
		if t == belief.NoType {
			columns[i] = name
		}
	}
	further := ""
	if r.Bag {
		further = ", semantics: bag"
	}
	if r.MayAssert {
		further += ", may_assert: true"
	}
	return fmt.Sprintf("  %s: {columns: [%s]%s}\n", r.Name, strings.Join(columns, ", "), further)
}

// scalar writes a text so that YAML reads it as one string, and as nothing else.
func scalar(s string) string {
	plain := allVisible(s) && s != "" && !strings.ContainsAny(s[:1], "-:,[]{}&*!|>%@` ~") && !strings.ContainsAny(s, "\"'#") &&
		!strings.Contains(s+" ", ": ") && !strings.HasPrefix(s, "? ") && !strings.HasSuffix(s, " ")
	if _, err := belief.ParseConstant(s); err == nil || !plain {
		plain = plain && isWord(s)
	}
	if plain {
		return s
	}
	return quoted(s)
}

// isWord reports whether the text is a word that YAML reads as itself.
func isWord(s string) bool {
	v, err := belief.ParseConstant(s)
	return err == nil && v.Type() == belief.StringType && !strings.EqualFold(s, "null") && !strings.EqualFold(s, "true") && !strings.EqualFold(s, "false")
}

func writeRules(b *strings.Builder, indent, key string, list []*Rule) {
	section(b, indent, key, len(list), func(i int) string {
		r := list[i]
		if r.Name == "" {
			return fmt.Sprintf("%s  - %s\n", indent, scalar(r.String()))
		}
		text := fmt.Sprintf("%s  - name: %s\n%s    conclude: %s\n", indent, scalar(r.Name), indent, scalar(r.Head.String()))
		return text + bodyText(indent+"    ", "when", r.Body)
	})
}

func writeConstraints(b *strings.Builder, indent, key string, list []*Constraint) {
	section(b, indent, key, len(list), func(i int) string {
		c := list[i]
		text := fmt.Sprintf("%s  - name: %s\n", indent, scalar(c.Name))
		if c.OnViolation != "" {
			text += fmt.Sprintf("%s    on_violation: %s\n", indent, c.OnViolation)
		}
		if c.Message != "" {
			text += fmt.Sprintf("%s    message: %s\n", indent, quoted(c.Message))
		}
		return text + bodyText(indent+"    ", "deny", c.Body)
	})
}

func bodyText(indent, key string, body []Literal) string {
	var b strings.Builder
	section(&b, indent, key, len(body), func(i int) string {
		return fmt.Sprintf("%s  - %s\n", indent, scalar(body[i].String()))
	})
	return b.String()
}

func (a Assertion) text() string {
	if a.Source == "" && a.Entrenchment == 0 {
		return scalar(a.Fact.String())
	}
	text := "{belief: " + quoted(a.Fact.String())
	if a.Source != "" {
		text += ", source: " + quoted(a.Source)
	}
	if a.Entrenchment != 0 {
		text += fmt.Sprintf(", entrenchment: %d", a.Entrenchment)
	}
	return text + "}"
}

// quoted is for flow maps, where more characters mean something.
func quoted(s string) string {
	if !allVisible(s) {
		return belief.Quote(s)
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

func allVisible(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !belief.Visible(r) })
}

func (w Withdrawal) text() string {
	switch {
	case w.Atom == nil:
		return "source: " + scalar(w.Source)
	case w.All:
		return fmt.Sprintf("{belief: %s, all: true}", quoted(w.Atom.String()))
	default:
		return scalar(w.Atom.String())
	}
}

func (r *Revision) write(b *strings.Builder) {
	fmt.Fprintf(b, "  - name: %s\n", scalar(r.Name))
	if r.Undo != "" {
		fmt.Fprintf(b, "    undo: %s\n", scalar(r.Undo))
	}
	if r.WhatIf {
		b.WriteString("    what_if: true\n")
	}
	if r.Strict {
		b.WriteString("    strict: true\n")
	}
	section(b, "    ", "withdraw", len(r.Withdraw), func(i int) string { return "      - " + r.Withdraw[i].text() + "\n" })
	section(b, "    ", "assert", len(r.Assert), func(i int) string { return "      - " + r.Assert[i].text() + "\n" })
	writeRules(b, "    ", "add_rules", r.AddRules)
	section(b, "    ", "remove_rules", len(r.RemoveRules), func(i int) string { return "      - " + scalar(r.RemoveRules[i]) + "\n" })
	writeConstraints(b, "    ", "add_constraints", r.AddConstraints)
	section(b, "    ", "remove_constraints", len(r.RemoveConstraints), func(i int) string { return "      - " + scalar(r.RemoveConstraints[i]) + "\n" })
	if len(r.Holds)+len(r.Absent) > 0 || r.Refused != "" {
		b.WriteString("    expect:\n")
	}
	if r.Refused != "" {
		fmt.Fprintf(b, "      refused: %s\n", r.Refused)
	}
	section(b, "      ", "holds", len(r.Holds), func(i int) string { return "        - " + scalar(r.Holds[i].String()) + "\n" })
	section(b, "      ", "absent", len(r.Absent), func(i int) string { return "        - " + scalar(r.Absent[i].String()) + "\n" })
}
