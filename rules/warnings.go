package rules

func (c *checker) warn(p *Program) {}
func (c *checker) warnAdded()      {}
