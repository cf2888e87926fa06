// Holds the files for CI systems, and what they read, against what others wrote:
// GitHub's schemas of actions and workflows, Azure's reader of logging commands,
// Microsoft's validator of SARIF with GitHub's and Azure's rules, reviewdog. Fixes in
// SARIF are made here as the standard has it, three times over (by lines and columns,
// characters, bytes), suggestions as reviewdog words them for GitHub; both must come to
// what --fix does.
//
//   node judge.mjs PROGRAM REPOSITORY FOLDER MODULE...
//
// FOLDER is an empty one to work in, in which scripts/ is left with all shell text
// that the files hold, for shellcheck, and workflows/ with what is for actionlint.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import actions from '@action-validator/core';
import { commandFromString } from 'azure-pipelines-task-lib/taskcommand.js';
import yaml from 'js-yaml';

const [program, repository, folder, ...modules] = process.argv.slice(2);
const problems = [];
const check = (holds, what) => { if (!holds) problems.push(what); };
const read = (...path) => readFileSync(join(repository, ...path), 'utf8');

// Files for CI systems.

const guide = read('docs', 'ci.md');
const action = yaml.load(read('action.yml'));
const checkSchema = (what, outcome) => check(outcome.errors.length === 0, `${what}: ${JSON.stringify(outcome.errors)}`);
checkSchema('action.yml', actions.validateAction(read('action.yml')));

const workflows = join(folder, 'workflows', '.github', 'workflows');
mkdirSync(workflows, { recursive: true });
writeFileSync(join(folder, 'workflows', 'action.yml'), read('action.yml'));
let workflowCount = 0;
for (const [, block] of guide.matchAll(/^```yaml\n(.*?)^```$/gms)) {
  if (!/^jobs:/m.test(block)) continue;
  const workflow = block.replaceAll('OWNER/puppet-lint@main', './');
  checkSchema('docs/ci.md', actions.validateWorkflow(workflow));
  writeFileSync(join(workflows, `${++workflowCount}.yml`), workflow);
}
check(workflowCount > 0, 'docs/ci.md shows no workflow');
for (const name of Object.keys(action.inputs)) check(guide.includes(`| \`${name}\` |`), `docs/ci.md says nothing of the input ${name}`);

const scripts = join(folder, 'scripts');
mkdirSync(scripts);
const script = (name, shell, text) => {
  check(!text.includes('${{'), `${name}: an expression within a script`);
  writeFileSync(join(scripts, name), `#!/bin/${shell}\n${text}\n`);
};
action.runs.steps.filter((step) => step.run).forEach((step, i) => script(`action-${i}.sh`, step.shell, `set -eo pipefail\n${step.run}`));
const gitlab = yaml.load(read('packaging', 'ci', 'gitlab-ci.yml'))['puppet-lint'];
script('gitlab.sh', 'sh', ['set -e', ...gitlab.before_script, ...gitlab.script].join('\n'));
yaml.load(read('packaging', 'ci', 'azure-pipelines.yml')).steps.filter((step) => step.script)
  .forEach((step, i) => script(`azure-${i}.sh`, 'bash', step.script.replace(/\$\((\w+)\.?(\w*)\)/g, '/$1$2')));
for (const [i, [, text]] of [...read('packaging', 'ci', 'Jenkinsfile').matchAll(/^ *sh '(.*)'$/gm)].entries()) script(`jenkins-${i}.sh`, 'sh', text);
for (const name of ['README.md', ...readdirSync(join(repository, 'docs')).filter((name) => name.endsWith('.md')).map((name) => join('docs', name))]) {
  for (const [i, [, shell, text]] of [...read(name).matchAll(/^ *```(sh|bash)\n(.*?)^ *```$/gms)].entries()) script(`${basename(name)}-${i}.sh`, shell, text);
}

// SARIF.

// What a run finds, in the folder it runs in.
const lint = (cwd, ...flags) => {
  const path = join(folder, 'report.sarif');
  const run = spawnSync(program, ['--no-config', ...flags, '--format', `sarif=${path}`], { cwd, encoding: 'utf8' });
  if (run.error || run.status === null || run.status > 2) throw new Error(`${program} ${flags}: ${run.error} ${run.stderr}`);
  return JSON.parse(readFileSync(path, 'utf8'));
};

// Errors and warnings of the validator that are not heeded, and why.
const excused = {
  SARIF1001: 'a rule whose name is one word has the same name for people',
  SARIF2005: 'the project has no address of its own',
  GHAzDO1019: 'automationDetails name a category as GitHub reads it; the pipeline is known to who publishes',
  GHAzDO1020: 'automationDetails name a category as GitHub reads it; the pipeline is known to who publishes',
};
const validator = join('node_modules', '@microsoft', 'sarif-multitool-linux', 'Sarif.Multitool');
const verdict = (name, log) => {
  const path = join(folder, `${name}.sarif`);
  const output = join(folder, `${name}.verdict`);
  writeFileSync(path, JSON.stringify(log));
  const said = execFileSync(validator, ['validate', path, '--rule-kind', 'Sarif;Gh;Ghas;Ado', '--level', 'Error;Warning', '--output', output,
    '--log', 'ForceOverwrite', '--max-file-size-in-kb', '100000'], { env: { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' }, encoding: 'utf8' });
  check(said.includes('1 files scanned'), `${name}: the validator did not read it: ${said}`);
  return (JSON.parse(readFileSync(output, 'utf8')).runs[0].results ?? []).filter(({ ruleId }) => !(ruleId in excused));
};
const validate = (name, log) => {
  for (const { ruleId, message } of verdict(name, log)) problems.push(`${name}: ${ruleId}: ${message.id} ${message.arguments?.join(', ')}`);
};

// Ways to change a text by a region: all must agree.
const lineStarts = (text) => [0, ...[...text.matchAll(/\n/g)].map((end) => end.index + end[0].length)];
const ways = {
  columns: (text, edits) => {
    const starts = lineStarts(text);
    const place = (line, column) => starts[line - 1] + [...text.slice(starts[line - 1], starts[line])].slice(0, column - 1).join('').length;
    return cut(text, edits, ({ startLine, startColumn, endLine, endColumn }) => [place(startLine, startColumn), place(endLine, endColumn)]);
  },
  characters: (text, edits) => cut([...text], edits, ({ charOffset, charLength }) => [charOffset, charOffset + charLength], (part) => part.join('')),
  bytes: (text, edits) => cut(Buffer.from(text), edits, ({ byteOffset, byteLength }) => [byteOffset, byteOffset + byteLength], (part) => part.toString()),
};
const cut = (text, edits, range, join = (part) => part) => {
  let done = '';
  let at = 0;
  for (const { deletedRegion, insertedContent } of edits) {
    const [start, end] = range(deletedRegion);
    done += join(text.slice(at, start)) + (insertedContent?.text ?? '');
    at = end;
  }
  return done + join(text.slice(at));
};

// fix makes the safe fixes of a log that do not touch each other, and tells how many.
const fix = (log, top) => {
  check(log.runs[0].columnKind === 'unicodeCodePoints', 'the unit of columns');
  const byFile = new Map();
  for (const { ruleId, suppressions, fixes } of log.runs[0].results) {
    const fix = fixes?.find(({ properties, artifactChanges }) => properties.safety === 'safe' && artifactChanges.length === 1);
    if (!fix || suppressions?.length) continue;
    const [{ artifactLocation, replacements }] = fix.artifactChanges;
    const name = decodeURIComponent(artifactLocation.uri);
    const edits = byFile.get(name) ?? byFile.set(name, []).get(name);
    const span = ({ deletedRegion: { byteOffset, byteLength } }) => [byteOffset, byteOffset + byteLength];
    const free = replacements.every((replacement) => {
      const [start, end] = span(replacement);
      return edits.every((edit) => { const [from, to] = span(edit); return end < from || to < start; });
    });
    if (free) edits.push(...replacements.map((replacement) => ({ ...replacement, ruleId })));
  }
  let count = 0;
  for (const [name, edits] of byFile) {
    edits.sort((a, b) => a.deletedRegion.byteOffset - b.deletedRegion.byteOffset);
    const path = join(top, name);
    const text = readFileSync(path, 'utf8');
    const outcomes = Object.entries(ways).map(([way, fixed]) => [way, fixed(text, edits)]);
    for (const [way, outcome] of outcomes) check(outcome === outcomes[0][1], `${name}: by ${way}, fixes lead elsewhere than by ${outcomes[0][0]} (${edits.map(({ ruleId }) => ruleId)})`);
    writeFileSync(path, outcomes[0][1]);
    count += edits.length;
  }
  return count;
};

// suggest makes the suggestions for reviewdog that do not touch each other: whole
// lines if they name no columns, else what is between columns in bytes.
const suggest = (top, cwd) => {
  const run = spawnSync(program, ['--no-config', '--select', 'all', '--format', 'rdjson'], { cwd: join(top, cwd), encoding: 'utf8', maxBuffer: 1 << 28 });
  const { diagnostics } = JSON.parse(run.stdout);
  let count = 0;
  for (const name of new Set(diagnostics.map(({ location }) => location.path))) {
    const found = diagnostics.filter(({ location, suggestions }) => suggestions && location.path === name);
    const path = join(top, cwd, name);
    const lines = readFileSync(path).toString('latin1').split('\n'); // a byte is a character
    const edits = found.flatMap(({ suggestions }) => suggestions).sort((a, b) => b.range.start.line - a.range.start.line);
    let limit = Infinity;
    for (const { range: { start, end }, text } of edits) {
      if (end.line >= limit) continue;
      const bytes = Buffer.from(text).toString('latin1');
      const replaced = !start.column ? (bytes ? [bytes] : [])
        : [lines[start.line - 1].slice(0, start.column - 1) + bytes + lines[end.line - 1].slice(end.column - 1)];
      lines.splice(start.line - 1, end.line - start.line + 1, ...replaced);
      limit = start.line;
      count++;
    }
    writeFileSync(path, Buffer.from(lines.join('\n'), 'latin1'));
  }
  return count;
};

const files = (top) => readdirSync(top, { recursive: true }).filter((name) => statSync(join(top, name)).isFile()).sort();
let fixCount = 0;
let suggestionCount = 0;
const compareFixes = (source, cwd = '.') => {
  const [ours, theirs, suggested] = ['by-fix', 'by-sarif', 'by-reviewdog'].map((name) => join(folder, `${basename(source)}-${name}`));
  for (const copy of [ours, theirs, suggested]) cpSync(source, copy, { recursive: true });
  spawnSync(program, ['--no-config', '--select', 'all', '--fix', '--quiet', '--format', 'agent=/dev/null'], { cwd: join(ours, cwd) });
  for (let pass = 0; pass < 12; pass++) {
    const count = fix(lint(join(theirs, cwd), '--select', 'all'), theirs);
    fixCount += count;
    if (count === 0) break;
  }
  for (let pass = 0; pass < 100; pass++) {
    const count = suggest(suggested, cwd);
    suggestionCount += count;
    if (count === 0) break;
  }
  for (const name of files(ours)) {
    for (const copy of [theirs, suggested]) {
      check(readFileSync(join(ours, name)).equals(readFileSync(join(copy, name))), `${join(copy, name)} is not what --fix makes`);
    }
  }
};

// Names and texts with everything that is to be escaped or counted.
const odd = join(folder, 'odd');
const git = (...words) => execFileSync('git', words, { cwd: odd });
mkdirSync(join(odd, 'modules', 'm', 'manifests'), { recursive: true });
git('init', '-q');
const manifest = (name, text) => writeFileSync(join(odd, 'modules', 'm', 'manifests', name), text);
manifest('init.pp', '# 𝄞 ünï.\r\nclass m {\r\n\t$a = "é𝄞"   \r\n  notify { "𝔠${a}": message => "one", }\r\n}\r\n');
manifest('sp ace#50%?.pp', '# Blanks.\nclass m::space {\n  $a = "x"  # lint:ignore:double_quoted_strings why\n  notify { "𝄞": message => "y" }   \n}\n');
manifest('ünï𝄞.pp', '# Letters.\nclass m::uni (String $s = "t",) {\n  notify { "é": message=>"$s", }\n}\n');
manifest('broken.pp', 'class m::broken {\n  notify { \n}\n');
manifest('co:lon.pp', 'class m::colon { \n}\n');
const module = join(odd, 'modules', 'm');
compareFixes(odd, join('modules', 'm'));
const log = lint(module, '--show-ignored');
for (const { locations: [{ physicalLocation: { artifactLocation: { uri, uriBaseId } } }] } of log.runs[0].results) {
  check(uriBaseId === '%SRCROOT%' && files(odd).includes(decodeURIComponent(uri)), `${uri} is not to be found from the repository's top`);
}
check(log.runs[0].results.some(({ suppressions }) => suppressions?.[0]?.justification === 'why'), 'nothing is suppressed');
validate('odd', log);
const spoilt = structuredClone(log);
spoilt.runs[0].results[0].ruleIndex = 999;
check(verdict('spoilt', spoilt).length > 0, 'the validator lets everything pass');
// Issues of Azure Pipelines, as its own library reads them. (A line end in a name is
// shown as another character, in every format.)
manifest('a;b]c%25,d e.pp', 'class m::odd { \n}\n');
const issues = execFileSync('bash', ['-c', `"${program}" --no-config --format azure || [ $? = 1 ]`], { cwd: module, encoding: 'utf8' })
  .trimEnd().split('\n').map((line) => commandFromString(line));
for (const { command, properties: { sourcepath, linenumber, type, code }, message } of issues) {
  check(command === 'task.logissue' && files(odd).includes(sourcepath) && linenumber > 0 && /^(error|warning)$/.test(type) && code && message,
    `azure: ${sourcepath}:${linenumber}: ${type} ${code} ${message}`);
}
check(issues.some(({ properties: { sourcepath } }) => sourcepath.endsWith('a;b]c%25,d e.pp')), 'azure: the oddest name is missing');
// reviewdog itself reads the places that --format gcc names, and every suggestion.
const piped = (format, reader) => execFileSync('bash', ['-c', `{ "${program}" --no-config --select all --format ${format} || [ $? = 1 ]; } ${reader}`], { cwd: module, encoding: 'utf8' });
const said = piped('rdjson', `| "${resolve('reviewdog')}" -f=rdjson -name=x -reporter=local -level=info -filter-mode=nofilter`);
const places = [...said.replace(/related_locations:\{message:"(?:[^"\\]|\\.)*"\s+location:\{path/g, '').matchAll(/location:\{path:("(?:[^"\\]|\\.)*")\s+range:\{start:\{line:(\d+)\s+column:(\d+)\}/g)].map(([, path, line, column]) => `${JSON.parse(path)}:${line}:${column}`);
const known = [...piped('gcc', '').matchAll(/^(.*?:\d+:\d+): /gm)].map(([, place]) => place);
check(places.length > 20 && places.sort().join() === known.sort().join(), `reviewdog reads\n${said}\nand not\n${known.join('\n')}`);
check(said.split('suggestions:').length - 1 === JSON.parse(piped('rdjson', '')).diagnostics.filter(({ suggestions }) => suggestions).length, 'reviewdog does not read all suggestions');
validate('failed', lint(module, 'nowhere.pp', 'manifests'));
validate('empty', lint(module, '--only-checks', 'hard_tabs', 'manifests/co:lon.pp'));
validate('sample', JSON.parse(read('report', 'testdata', 'sarif-suppressed.golden')));
for (const path of modules) {
  compareFixes(path);
  validate(basename(path), lint(path, '--select', 'all'));
}
check(fixCount > 50, `only ${fixCount} fixes were made`);

for (const problem of problems) console.error(problem);
console.log(`${workflowCount} workflows, ${readdirSync(scripts).length} scripts, ${4 + modules.length} SARIF files, ${fixCount} fixes, ${suggestionCount} suggestions: ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);
