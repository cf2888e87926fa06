package main

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/spell"
)

// completionScripts are the completion scripts by shell. Each runs "completion candidates" of
// the installed program, so the completions always match the program.
var completionScripts = map[string]string{
	"bash": `# bash completion for puppet-lint
_puppet_lint() {
  local line=${COMP_LINE:0:COMP_POINT} current prefix= word
  local -a words=()
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  current=${words[${#words[@]}-1]}
  # Where "=" parts words, only what is behind it is replaced.
  [[ $COMP_WORDBREAKS == *=* && $current == *=* ]] && prefix=${current%"${current##*=}"}
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    if [[ $word == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "${current##*=}")
    else
      [[ $word == *, ]] && compopt -o nospace 2>/dev/null
      COMPREPLY+=("${word#"$prefix"}")
    fi
  done < <("$1" completion candidates "${words[@]:1}" 2>/dev/null)
}
complete -F _puppet_lint puppet-lint
`,
	"zsh": `#compdef puppet-lint
# zsh completion for puppet-lint
_puppet_lint() {
  local line files=
  local -a candidates
  for line in "${(@f)$(${words[1]} completion candidates "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}"; do
    case $line in
      :files) files=1;;
      *$'\t'*) candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}");;
      ?*) candidates+=("${line//:/\\:}");;
    esac
  done
  (( $#candidates )) && _describe puppet-lint candidates
  if [[ -n $files ]]; then
    compset -P '*='
    _files
  fi
}
# As a file in fpath it completes; read by "source" it says for what.
if [[ $funcstack[1] == _puppet-lint ]]; then
  _puppet_lint "$@"
else
  compdef _puppet_lint puppet-lint
fi
`,
	"fish": `# fish completion for puppet-lint
function __puppet_lint_candidates
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  for line in (command $words[1] completion candidates $words[2..-1] "$current" 2>/dev/null)
    if test "$line" = :files
      # Behind "=", fish would look for files whose names hold it, too.
      set -l paths (__fish_complete_path "$current")
      if set -q paths[1]
        printf '%s\n' $paths
      else if set -l prefix (string match -r '^.*=' -- "$current")
        for path in (__fish_complete_path (string replace -r '^.*=' '' -- "$current"))
          printf '%s%s\n' "$prefix" "$path"
        end
      end
    else
      echo $line
    end
  end
end
complete -c puppet-lint -f -a '(__puppet_lint_candidates)'
`,
}

// shells are the shells that have a completion script.
var shells = []string{"bash", "zsh", "fish"}

const completionHelp = `
To have it in every new shell:
  bash   puppet-lint completion bash > ~/.local/share/bash-completion/completions/puppet-lint
         or, in ~/.bashrc: source <(puppet-lint completion bash)
  zsh    in ~/.zshrc, after compinit: source <(puppet-lint completion zsh)
  fish   puppet-lint completion fish > ~/.config/fish/completions/puppet-lint.fish
`

// completion prints a completion script for a shell.
func completion(env *environment, arguments []string) int {
	if len(arguments) > 0 && arguments[0] == "candidates" {
		printCandidates(env, arguments[1:])
		return exitClean
	}
	if len(arguments) == 1 && (arguments[0] == "--help" || arguments[0] == "-h") {
		printSubcommandHelp(env, "completion", nil)
		fmt.Fprint(env.stdout, completionHelp)
		return exitClean
	}
	if len(arguments) != 1 || !slices.Contains(shells, arguments[0]) {
		given := strings.Join(arguments, " ")
		return env.usage("completion needs a shell: %s%s", strings.Join(shells, ", "), spell.DidYouMean(given, shells))
	}
	fmt.Fprint(env.stdout, completionScripts[arguments[0]])
	return exitClean
}
