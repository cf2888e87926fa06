//go:build develop

// Command cancel measures how long a run, and the rerun of a session after changes, go on after
// their context was cancelled. It cancels each at many moments, spread over the time that it
// takes.
//
//	go run -tags develop ./internal/bench/cancel -modules DIR [-times 200] [-slow 10ms]
//
// It prints the median, the 95th percentile and the longest delay. With -slow, it also prints
// where the goroutines are when that time has passed after a cancellation.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"puppet-lint/config"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

func main() {
	modules := flag.String("modules", "", "folder of modules")
	times := flag.Int("times", 200, "number of cancelled runs")
	slow := flag.Duration("slow", 0, "print what goes on after this time")
	flag.Parse()
	if err := measure(*modules, *times, *slow); err != nil {
		fmt.Fprintln(os.Stderr, "bench cancel:", err)
		os.Exit(2)
	}
}

func measure(modules string, times int, slow time.Duration) error {
	modules, err := filepath.Abs(modules)
	if err != nil {
		return err
	}
	options := func() lint.Options {
		resolver := config.NewResolver(source.Disk{}, modules, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})
		return lint.Options{Files: source.Disk{}, Folder: modules, Paths: []string{modules}, Resolver: resolver}
	}
	first := func(ctx context.Context) error {
		_, err := lint.Run(ctx, options())
		return err
	}
	if err := series("a run", times, slow, first); err != nil {
		return err
	}
	changed, err := filepath.Glob(filepath.Join(modules, "*", "manifests", "init.pp"))
	if err != nil {
		return err
	}
	var session lint.Session
	if _, err := session.Run(context.Background(), options()); err != nil {
		return err
	}
	for _, count := range []int{1, 10, len(changed)} {
		next := 0
		again := func(ctx context.Context) error {
			batch := make([]string, count)
			for i := range batch {
				batch[i] = changed[(next+i)%len(changed)]
			}
			next += count
			_, _, err := session.Rerun(ctx, batch)
			return err
		}
		if err := series(fmt.Sprintf("a rerun after changes of %d files", count), times, slow, again); err != nil {
			return err
		}
	}
	return nil
}

// series measures one kind of work.
func series(name string, times int, slow time.Duration, work func(context.Context) error) error {
	started := time.Now()
	if err := work(context.Background()); err != nil {
		return err
	}
	whole := time.Since(started)
	var delays []time.Duration
	for i := range times {
		after := whole * time.Duration(i) / time.Duration(times)
		ctx, cancel := context.WithCancel(context.Background())
		cancelled := make(chan time.Time, 1)
		timer := time.AfterFunc(after, func() { cancelled <- time.Now(); cancel() })
		stop := watch(ctx, slow, after)
		err := work(ctx)
		ended := time.Now()
		stop()
		timer.Stop()
		if err == nil {
			cancel()
			continue
		}
		delays = append(delays, ended.Sub(<-cancelled))
	}
	if len(delays) == 0 {
		fmt.Printf("%s: %v in all, never cancelled before its end\n", name, whole.Round(time.Millisecond))
		return nil
	}
	slices.Sort(delays)
	at := func(share float64) time.Duration {
		return delays[int(share*float64(len(delays)-1))].Round(10 * time.Microsecond)
	}
	fmt.Printf("%s: %v in all, cancelled %d times: median %v, 95 %% %v, longest %v\n", name, whole.Round(time.Millisecond), len(delays), at(.5), at(.95), at(1))
	return nil
}

// watch prints all goroutines if the work goes on for some time after it was cancelled.
func watch(ctx context.Context, slow, after time.Duration) (stop func()) {
	if slow == 0 {
		return func() {}
	}
	done := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
		case <-done:
			return
		}
		select {
		case <-time.After(slow):
			buffer := make([]byte, 1<<16)
			fmt.Printf("--- %v after the start\n%s\n", after, buffer[:runtime.Stack(buffer, true)])
		case <-done:
		}
	}()
	return func() { close(done) }
}
