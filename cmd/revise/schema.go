package main

import (
	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/scenarios"
)

func newSchema(c *console) *cobra.Command {
	var output outputFlags
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Prints the JSON Schema of the files, by which editors complete and check them.",
		Example: example(
			"revise schema -o revise.schema.json",
			"revise schema",
		),
		Args: wants(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := output.checkFile(cmd); err != nil {
				return err
			}
			return output.write(c, func(s stream) error {
				_, err := s.Write(scenarios.Schema())
				return err
			})
		},
	}
	cmd.Flags().StringVarP(&output.file, "output", "o", "", "write to `FILE`, whole or not at all; - is standard output")
	return cmd
}
