package scenarios

import (
	"embed"
	"io/fs"
)

//go:embed */*.yaml */README.md */data
var gallery embed.FS

// Gallery returns the scenarios that come with the toolkit, each a folder with a scenario.yaml.
func Gallery() fs.FS { return gallery }
