// The extension starts the language server of puppet-lint and offers its commands. The server
// does everything else.
import * as vscode from 'vscode';
import { execFile } from 'node:child_process';
import { LanguageClient, LanguageClientOptions, ServerOptions, State } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

function program(): string {
  return vscode.workspace.getConfiguration('puppet-lint').get<string>('path') || 'puppet-lint';
}

function makeClient(): LanguageClient {
  const logFile = vscode.workspace.getConfiguration('puppet-lint').get<string>('logFile');
  const server: ServerOptions = { command: program(), args: ['server', ...(logFile ? ['--log', logFile] : [])] };
  const options: LanguageClientOptions = {
    documentSelector: [
      { language: 'puppet' },
      { language: 'epp' },
      { scheme: 'file', pattern: '**/*.{pp,epp,erb}' },
      { scheme: 'file', pattern: '**/{data,hieradata}/**/*.{yaml,yml,eyaml,json}' },
      { scheme: 'file', pattern: '**/{hiera.yaml,metadata.json,Puppetfile,environment.conf,puppet-lint.toml}' },
    ],
    synchronize: { configurationSection: 'puppet-lint' },
  };
  return new LanguageClient('puppet-lint', 'puppet-lint', server, options);
}

async function start(): Promise<void> {
  client = makeClient();
  try {
    await client.start();
  } catch (problem) {
    const choice = await vscode.window.showErrorMessage(
      `Cannot start puppet-lint (${program()}): ${problem instanceof Error ? problem.message : problem}`, 'Open Settings');
    if (choice) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'puppet-lint.path');
    }
  }
}

async function stop(): Promise<void> {
  if (client && client.state === State.Running) {
    await client.stop();
  }
  client = undefined;
}

/** Runs the program and shows what it prints beside the code. */
async function show(title: string, args: string[], language: string): Promise<void> {
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const text = await new Promise<string>((resolve) => {
    execFile(program(), args, { cwd, maxBuffer: 1 << 26 }, (problem, out, err) => resolve(out || err || String(problem ?? title)));
  });
  const document = await vscode.workspace.openTextDocument({ content: text, language });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}

/** The rules of the findings where the cursor is. */
function rulesAtCursor(): string[] {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return [];
  }
  const names = vscode.languages.getDiagnostics(editor.document.uri)
    .filter((one) => one.source === 'puppet-lint' && one.range.intersection(editor.selection))
    .map((one) => String(typeof one.code === 'object' ? one.code.value : one.code));
  return [...new Set(names)];
}

async function explain(): Promise<void> {
  const names = rulesAtCursor();
  const rule = names.length === 1 ? names[0]
    : names.length > 1 ? await vscode.window.showQuickPick(names, { placeHolder: 'Which rule?' })
      : await vscode.window.showInputBox({ prompt: 'Name of a rule, such as unquoted_file_mode' });
  if (rule) {
    await show(rule, ['explain', rule], 'markdown');
  }
}

async function fixAll(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor) {
    await vscode.commands.executeCommand('editor.action.codeAction', { kind: 'source.fixAll.puppet-lint', apply: 'first' });
  }
}

interface Position { line: number; character: number }
interface Location { uri: string; range: { start: Position; end: Position } }

/** Shows the references that a code lens counts. */
function showReferences(uri: string, at: Position, locations: Location[]): Thenable<unknown> {
  const position = (one: Position) => new vscode.Position(one.line, one.character);
  return vscode.commands.executeCommand('editor.action.showReferences', vscode.Uri.parse(uri), position(at),
    locations.map((one) => new vscode.Location(vscode.Uri.parse(one.uri), new vscode.Range(position(one.range.start), position(one.range.end)))));
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('puppet-lint.restart', async () => { await stop(); await start(); }),
    vscode.commands.registerCommand('puppet-lint.fixAll', fixAll),
    vscode.commands.registerCommand('puppet-lint.explain', explain),
    vscode.commands.registerCommand('puppet-lint.types', () => show('types', ['report'], 'plaintext')),
    vscode.commands.registerCommand('puppet-lint.showReferences', showReferences),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('puppet-lint.path') || event.affectsConfiguration('puppet-lint.logFile')) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

export function deactivate(): Promise<void> {
  return stop();
}
