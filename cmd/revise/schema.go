package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/gate"
	"github.com/beliefbase/revise/scenarios"
)

func newSchema(c *console) *cobra.Command {
	var output outputFlags
	cmd := &cobra.Command{
		Use:   "schema [scenario|policy]",
		Short: "Prints the JSON Schema of scenario files, or of policies, by which editors complete and check them.",
		Example: example(
			"revise schema -o revise.schema.json",
			"revise schema policy -o policy.schema.json",
		),
		ValidArgs: []string{"scenario", "policy"},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return wants("KIND")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			schema, err := schemaOf(args)
			if err = cmp.Or(err, output.checkFile(cmd)); err != nil {
				return err
			}
			return output.write(c, func(s stream) error {
				_, err := s.Write(schema)
				return err
			})
		},
	}
	cmd.Flags().StringVarP(&output.file, "output", "o", "", "write to `FILE`, whole or not at all; - is standard output")
	return cmd
}

// schemaOf is the schema of the kind of file that is asked for, a scenario by default.
func schemaOf(kinds []string) ([]byte, error) {
	switch {
	case len(kinds) == 0, kinds[0] == "scenario":
		return scenarios.Schema(), nil
	case kinds[0] == "policy":
		return gate.Schema(), nil
	}
	return nil, refuse("", "there is no schema of %s%s", belief.Quote(kinds[0]), didYouMean(kinds[0], []string{"scenario", "policy"}))
}
