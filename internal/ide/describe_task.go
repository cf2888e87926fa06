package ide

import (
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/document"
)

// task describes a task by its metadata.
func (d describer) task(name string) string {
	text := code("task " + name)
	root := d.taskMetadata(name)
	if root == nil {
		return text
	}
	if said := root.Get("description"); said != nil && said.Text != "" {
		text += "\n\n" + said.Text
	}
	separator := "\n\n"
	if parameters := root.Get("parameters"); parameters != nil {
		for _, entry := range parameters.Resolve().Pairs() {
			if entry.Key == nil || entry.Value == nil {
				continue
			}
			text += separator + "- `" + strings.TrimSpace(taskText(entry.Value, "type")+" $"+entry.Key.Text) + "`"
			if said := taskText(entry.Value, "description"); said != "" {
				text += ": " + said
			}
			separator = "\n"
		}
	}
	return text
}

// taskParameter describes a parameter of a task.
func (d describer) taskParameter(task, name string) string {
	text := "$" + name
	root := d.taskMetadata(task)
	if root == nil {
		return code(text)
	}
	parameters := root.Get("parameters")
	if parameters == nil {
		return code(text)
	}
	parameter := parameters.Resolve().Get(name)
	if parameter == nil {
		return code(text)
	}
	if declared := taskText(parameter, "type"); declared != "" {
		text = declared + " " + text
	}
	text = code(text) + "\n\nparameter of task `" + task + "`"
	if said := taskText(parameter, "description"); said != "" {
		text += "\n\n" + said
	}
	return text
}

func taskText(parameter *document.Node, key string) string {
	if value := parameter.Resolve().Get(key); value != nil {
		return value.Text
	}
	return ""
}

// taskMetadata returns the metadata of a task, or nil if it has none.
func (d describer) taskMetadata(name string) *document.Node {
	for _, definition := range d.Index.Definitions(symbols.Symbol{Kind: symbols.Task, Name: name}) {
		if d.tree == nil {
			return nil
		}
		if found := d.tree.Documents.At(definition.Table.Path); found != nil && found.Root != nil {
			return found.Root
		}
	}
	return nil
}
