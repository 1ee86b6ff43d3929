package belief_test

import (
	"fmt"

	"github.com/beliefbase/revise/belief"
)

func ExampleParseFact() {
	fact, err := belief.ParseFact(`paid(ana, 2026-11-29, 42, "two weeks late")`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fact)
	for _, value := range fact.Values {
		fmt.Println(value.Type(), value)
	}
	_, err = belief.ParseFact("paid(ana, 007)")
	fmt.Println(err)
	// Output:
	// paid(ana, 2026-11-29, 42, "two weeks late")
	// string ana
	// date 2026-11-29
	// int 42
	// string "two weeks late"
	// "paid(ana, 007)", character 11: 007 starts with a zero: write 7 for the number or "007" for the text
}

func ExampleNewBase() {
	member := belief.NewFact("member", belief.String("ana"), belief.String("finance"))
	base := belief.NewBase(member)
	base.Add(member, belief.Attribution{Source: "HR-17", Entrenchment: 2}) // one belief, now with a source
	base.Add(belief.NewFact("age", belief.String("ana"), belief.Int(41)), belief.Attribution{})
	fmt.Println(base.Len(), "beliefs")
	for b := range base.All() {
		fmt.Println(b.Fact, b.Entrenchment())
	}
	fmt.Println(base.Holds(belief.NewFact("age", belief.String("ana"), belief.Int(40))))
	// Output:
	// 2 beliefs
	// age(ana, 41) 0
	// member(ana, finance) 2
	// false
}

func ExampleParseCell() {
	for _, cell := range []struct {
		text string
		typ  belief.Type
	}{
		{"2", belief.StringType}, {"2", belief.IntType}, {"2", belief.FloatType}, {"", belief.IntType}, {"01.03.2024", belief.DateType},
	} {
		value, err := belief.ParseCell(cell.text, cell.typ)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(value.Type(), value)
	}
	// Output:
	// string "2"
	// int 2
	// float 2.0
	// the cell is empty, and the column is of type int
	// "01.03.2024" is no date: dates are written 2026-11-29
}

func ExampleDate() {
	day, err := belief.ParseDate("2024-02-29")
	if err != nil {
		fmt.Println(err)
		return
	}
	later, err := belief.Date(day.Days() + 366)
	fmt.Println(later, err)
	_, err = belief.ParseDate("2023-02-29")
	fmt.Println(err)
	// Output:
	// 2025-03-01 <nil>
	// "2023-02-29" is not a date of the calendar
}
