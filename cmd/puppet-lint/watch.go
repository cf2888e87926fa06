package main

import (
	"fmt"

	"puppet-lint/config"
	"puppet-lint/lint"
	"puppet-lint/source"
)

// watch checks again whenever a file changes, until it is interrupted.
func (c *checkRun) watch(options lint.Options) int {
	watcher, err := lint.NewWatcher(options)
	if err != nil {
		return c.env.fail(err)
	}
	defer watcher.Close()
	options.Cache = lint.NewCache()
	for {
		status := c.once(options)
		if c.env.terminal {
			fmt.Fprintln(c.env.stderr, "watching for changes; end with Ctrl-C")
		}
		changed, err := watcher.Wait()
		switch {
		case err != nil:
			return c.env.fail(err)
		case changed == nil:
			return status
		}
		if options.Cache.Forget(changed) {
			// The configuration may be another one now.
			c.resolver = config.NewResolver(source.Disk{}, c.env.folder, c.resolver.Catalogue(), formatNames(), c.flags)
			settings, err := c.resolver.Run(c.flags.Paths)
			if err != nil {
				c.env.fail(err)
				continue
			}
			c.settings, options.Resolver = settings, c.resolver
		}
		if c.env.terminal {
			fmt.Fprint(c.env.stdout, "\x1b[2J\x1b[H")
		}
	}
}
