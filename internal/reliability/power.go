//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// imageBytes is the size of the disk that loses its power.
const imageBytes = 32 << 20

// disk is an ext4 file system in a file, mounted through a loop device: a copy of the file is what the disk holds at that
// moment, without what the system has not written to it.
type disk struct {
	dir   string
	image string
	mount string
}

func newDisk() (*disk, error) {
	dir, err := os.MkdirTemp("", "revise-power-*")
	if err != nil {
		return nil, err
	}
	d := &disk{dir: dir, image: filepath.Join(dir, "disk.img"), mount: filepath.Join(dir, "disk")}
	err = os.WriteFile(d.image, nil, 0o600)
	if err == nil {
		err = os.Truncate(d.image, imageBytes)
	}
	if err == nil {
		err = os.Mkdir(d.mount, 0o700)
	}
	if err == nil {
		err = run("mkfs.ext4", "-q", "-F", d.image)
	}
	if err == nil {
		err = run("mount", "-o", "loop", d.image, d.mount)
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return d, nil
}

func (d *disk) remove() error { return errors.Join(run("umount", d.mount), os.RemoveAll(d.dir)) }

func run(name string, args ...string) error {
	said, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(string(said)))
	}
	return nil
}

// cut takes the power away: it returns what is on the disk now, as another disk.
func (d *disk) cut() (*disk, error) {
	dir, err := os.MkdirTemp("", "revise-power-*")
	if err != nil {
		return nil, err
	}
	c := &disk{dir: dir, image: filepath.Join(dir, "disk.img"), mount: filepath.Join(dir, "disk")}
	err = errors.Join(os.Mkdir(c.mount, 0o700), copyFile(c.image, d.image))
	if err == nil {
		err = run("mount", "-o", "loop", c.image, c.mount) // ext4 plays its journal back, as after a cut
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return c, nil
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// powerCuts cuts the power of a writer again and again (C2), then does the same to one that does not sync, which must
// lose what it has acknowledged: else the test would prove nothing.
func powerCuts(ctx context.Context, s *settings) (result, error) {
	if os.Getuid() != 0 {
		return result{skipped: "mounting a file system needs root"}, nil
	}
	revisions, lost, err := cutPower(ctx, s.seed, s.cuts, "")
	switch {
	case errors.Is(err, errMount):
		return result{skipped: err.Error()}, nil
	case err != nil:
		return result{}, err
	case lost > 0:
		return result{figure: fmt.Sprintf("%s cuts: %d lost or damaged what was acknowledged", grouped(s.cuts), lost)}, nil
	}
	control := max(5, s.cuts/20)
	_, bitten, err := cutPower(ctx, s.seed+1, control, unsyncedVFS)
	if err != nil {
		return result{}, err
	}
	return result{
		figure: fmt.Sprintf("%s cuts, %s revisions applied: nothing acknowledged lost, nothing half done. Control: with syncing off, %d of %d cuts lost or damaged it",
			grouped(s.cuts), grouped(revisions), bitten, control),
		met: bitten > 0 && revisions > s.cuts/2, partly: s.cuts < 1000,
	}, nil
}

var errMount = errors.New("a loop device cannot be mounted here")

// cutPower returns how many revisions were applied, and how many cuts left a base that is not as it must be.
func cutPower(ctx context.Context, seed uint64, cuts int, vfs string) (revisions, bad int, err error) {
	dice := rand.New(rand.NewPCG(seed, 2))
	for done := 0; done < cuts && ctx.Err() == nil; {
		d, err := newDisk()
		if err != nil {
			return 0, 0, fmt.Errorf("%w: %w", errMount, err)
		}
		n, lost, err := cutDisk(ctx, d, dice, seed, min(25, cuts-done), vfs)
		if err = errors.Join(err, d.remove()); err != nil {
			return revisions, bad, err
		}
		done, revisions, bad = done+min(25, cuts-done), revisions+n, bad+lost
	}
	return revisions, bad, nil
}

// cutDisk cuts the power of one disk several times; the writer goes on in between.
func cutDisk(ctx context.Context, d *disk, dice *rand.Rand, seed uint64, cuts int, vfs string) (revisions, bad int, err error) {
	file := filepath.Join(d.mount, "base.db")
	if err := create(ctx, file); err != nil {
		return 0, 0, err
	}
	said := acknowledged{}
	for range cuts {
		w, err := startWriter(file, seed, vfs)
		if err != nil {
			return 0, 0, err
		}
		w.live(time.Duration(dice.Int64N(int64(60 * time.Millisecond))))
		err = w.stop()
		if err != nil {
			return revisions, bad, errors.Join(err, w.kill(said))
		}
		after, err := d.cut()
		if killed := w.kill(said); err == nil {
			err = killed
		}
		if err != nil {
			return revisions, bad, err
		}
		_, wrong := inspect(ctx, filepath.Join(after.mount, "base.db"), seed, said)
		if wrong != nil {
			if bad++; vfs == "" {
				fmt.Fprintln(os.Stderr, "power cut:", wrong)
			}
		}
		if err := after.remove(); err != nil {
			return revisions, bad, err
		}
	}
	return said.last(), bad, nil
}
