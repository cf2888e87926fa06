package lint

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/source"
)

// TargetVersion returns the major version of Puppet for the code in a folder, given by its
// absolute path. origin says where the version comes from: the configuration, otherwise the
// requirements in the nearest metadata.json, otherwise the default.
func TargetVersion(fileSystem source.FileSystem, settings *config.Settings, folder string) (target int, origin string) {
	if settings.TargetVersion != 0 {
		return settings.TargetVersion, config.FileName
	}
	for {
		path := filepath.Join(folder, "metadata.json")
		if version, found := metadataVersion(fileSystem, path); version != 0 {
			return version, path
		} else if found {
			return config.DefaultTargetVersion, "default"
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return config.DefaultTargetVersion, "default"
		}
		folder = parent
	}
}

// metadataVersion returns the version that a metadata.json requires, or 0, and whether the file
// exists.
func metadataVersion(fileSystem source.FileSystem, path string) (version int, found bool) {
	if _, err := fileSystem.Stat(path); err != nil {
		return 0, false
	}
	file, err := fileSystem.Read(path)
	if err != nil {
		return 0, false
	}
	return requiredVersion(file.Text), true
}

// requiredVersion returns the version of Puppet that a metadata.json requires: the default
// version if the range allows it, otherwise the newest one that it allows. It returns 0 if it
// allows none.
func requiredVersion(text string) int {
	var metadata struct {
		Requirements []struct {
			Name         string `json:"name"`
			VersionRange string `json:"version_requirement"`
		} `json:"requirements"`
	}
	if json.Unmarshal([]byte(text), &metadata) != nil {
		return 0
	}
	for _, requirement := range metadata.Requirements {
		if requirement.Name != "puppet" && requirement.Name != "openvox" {
			continue
		}
		if allowsMajor(requirement.VersionRange, config.DefaultTargetVersion) {
			return config.DefaultTargetVersion
		}
		for version := config.NewestTargetVersion; version >= config.OldestTargetVersion; version-- {
			if allowsMajor(requirement.VersionRange, version) {
				return version
			}
		}
	}
	return 0
}

// allowsMajor reports whether a range such as ">= 7.0.0 < 9.0.0" or "8.x" contains any version
// with the major number.
func allowsMajor(versionRange string, major int) bool {
	fields := strings.Fields(versionRange)
	if len(fields) == 0 {
		return false
	}
	for i := 0; i < len(fields); i++ {
		version := strings.TrimLeft(fields[i], "<>=~^")
		operator := fields[i][:len(fields[i])-len(version)]
		if version == "" && i+1 < len(fields) {
			i++
			version = fields[i]
		}
		number, rest, _ := strings.Cut(version, ".")
		bound, err := strconv.Atoi(number)
		if err != nil {
			return false
		}
		zero := strings.Trim(rest, "0.x") == ""
		switch operator {
		case ">=", ">":
			if major < bound {
				return false
			}
		case "<":
			if major > bound || major == bound && zero {
				return false
			}
		case "<=":
			if major > bound {
				return false
			}
		default:
			if major != bound {
				return false
			}
		}
	}
	return true
}
