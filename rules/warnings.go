package rules

func (c *checker) warn(p *Program) {}
