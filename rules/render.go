package rules

import "fmt"

// String renders the diagnostic.
func (d Diagnostic) String() string {
	return fmt.Sprintf("%s[%s]: %s\n  --> %s\n", d.Severity, d.Code.Number(), d.Message, d.Place)
}
