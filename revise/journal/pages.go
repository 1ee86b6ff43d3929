package journal

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// pageSums is what reading every page of a file came to.
type pageSums struct {
	pages int
	wrong []int // those whose checksum does not fit, in order; every one where there are none
}

// sumPages reads every page of a file and compares it with the checksum at its end. Pages that the log has are left out:
// nobody reads them here. What is being written at the moment is looked at again.
func sumPages(name string) (pageSums, error) {
	l, err := readLog(name)
	if err != nil {
		return pageSums{}, err
	}
	s, err := sumPagesOnce(name, l.pages)
	for range 3 {
		if err != nil || len(s.wrong) == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
		again, failed := sumPagesOnce(name, l.pages)
		s.wrong = slices.DeleteFunc(s.wrong, func(page int) bool { return !slices.Contains(again.wrong, page) })
		err = failed
	}
	return s, err
}

func sumPagesOnce(name string, logged map[uint32]int64) (pageSums, error) {
	head, err := headOf(name)
	size := headerPageSize(head)
	if err != nil || size == 0 {
		return pageSums{}, err // SQLite says what is wrong with it
	}
	f, err := os.Open(name)
	if err != nil {
		return pageSums{}, err
	}
	defer f.Close() // it was only read
	reserved := int(head[20])
	var s pageSums
	in, page := bufio.NewReaderSize(f, 1<<18), make([]byte, size)
	for {
		if _, err := io.ReadFull(in, page); err != nil {
			return s, endOf(err)
		}
		s.pages++
		if _, ok := logged[uint32(s.pages)]; !ok && (reserved != checksumBytes || !summed(page)) {
			s.wrong = append(s.wrong, s.pages)
		}
	}
}

// summed reports whether the last bytes of a page are the checksum of the others, as SQLite's checksum extension has it:
// that of a log over little-endian words.
func summed(page []byte) bool {
	end := len(page) - checksumBytes
	s := logSum{}.over(binary.LittleEndian, page[:end])
	return s == logSum{binary.LittleEndian.Uint32(page[end:]), binary.LittleEndian.Uint32(page[end+4:])}
}

// headerPageSize returns the page size that the header of a database states, or 0.
func headerPageSize(head []byte) int {
	if len(head) < headerBytes {
		return 0
	}
	size := int(binary.BigEndian.Uint16(head[16:]))
	if size == 1 {
		size = 1 << 16
	}
	if size < 512 || size&(size-1) != 0 {
		return 0
	}
	return size
}

func pageSizeOf(name string) (int, error) {
	head, err := headOf(name)
	if err != nil {
		return 0, err
	}
	return cmp.Or(headerPageSize(head), pageSize), nil
}

// of says which pages of a file lack their checksum.
func (s *pageSums) of(name string) string {
	const most = 5
	list := make([]string, 0, most)
	for _, page := range s.wrong[:min(most, len(s.wrong))] {
		list = append(list, fmt.Sprint(page))
	}
	switch n := len(s.wrong); {
	case n == s.pages:
		return fmt.Sprintf("none of the %d pages of %s has the checksum that revise writes", s.pages, name)
	case n == 1:
		return fmt.Sprintf("page %s of the %d of %s does not have the checksum that revise writes", list[0], s.pages, name)
	case n > most:
		return fmt.Sprintf("%d of the %d pages of %s do not have the checksums that revise writes, the first of them page %s", n, s.pages, name, list[0])
	default:
		return fmt.Sprintf("pages %s of the %d of %s do not have the checksums that revise writes", strings.Join(list, ", "), s.pages, name)
	}
}
