// Drives the server through the types and the connection of Microsoft's own client
// library. The program is named by PUPPET_LINT.
import { test } from 'node:test';
import * as assert from 'node:assert';
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CompletionRequest, createProtocolConnection, DefinitionRequest, DidOpenTextDocumentNotification, DocumentDiagnosticRequest, DocumentSymbolRequest,
  HoverRequest, InitializedNotification, InitializeRequest, Location, PrepareRenameRequest, ProtocolConnection, RenameRequest, SemanticTokensRequest,
  ShutdownRequest, ExitNotification, StreamMessageReader, StreamMessageWriter, DocumentFormattingRequest,
} from 'vscode-languageserver-protocol/node';

const manifest = '# Web.\n#\n# @param port the port\nclass web (\n  Integer $port,\n) {\n  $conf = "plain"\n  notice($port, $conf)\n}\n';

async function session(work: (connection: ProtocolConnection, uri: string) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'puppet-lint-'));
  const file = path.join(folder, 'manifests', 'init.pp');
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(path.join(folder, 'metadata.json'), '{"name": "me-web", "version": "1.0.0", "dependencies": []}');
  fs.writeFileSync(file, manifest);
  const server = spawn(process.env.PUPPET_LINT ?? 'puppet-lint', ['server', '--stdio']);
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  connection.onRequest("client/registerCapability", () => null);
  connection.onRequest("workspace/diagnostic/refresh", () => null);
  connection.listen();
  try {
    const uri = pathToFileURL(file).toString();
    const result = await connection.sendRequest(InitializeRequest.type, {
      processId: process.pid, rootUri: null, workspaceFolders: [{ uri: pathToFileURL(folder).toString(), name: 'web' }],
      capabilities: { textDocument: { diagnostic: {}, rename: { prepareSupport: true } }, workspace: { workspaceEdit: { documentChanges: true } } },
    });
    assert.strictEqual(result.serverInfo?.name, 'puppet-lint');
    await connection.sendNotification(InitializedNotification.type, {});
    await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'puppet', version: 1, text: manifest } });
    await work(connection, uri);
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification(ExitNotification.type);
    const status = await new Promise((resolve) => server.on('exit', resolve));
    assert.strictEqual(status, 0);
  } finally {
    server.kill();
    fs.rmSync(folder, { recursive: true });
  }
}

test('findings, hover, definition, completion, symbols', () => session(async (connection, uri) => {
  const textDocument = { uri };
  const report = await connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument });
  assert.ok(report.kind === 'full' && report.items.some((one) => one.code === 'double_quoted_strings'));
  const at = { textDocument, position: { line: 7, character: 11 } };
  const hover = await connection.sendRequest(HoverRequest.type, at);
  assert.match(JSON.stringify(hover), /the port/);
  const definition = await connection.sendRequest(DefinitionRequest.type, at) as Location[];
  assert.strictEqual(definition[0].range.start.line, 4);
  const completion = await connection.sendRequest(CompletionRequest.type, at);
  assert.ok(completion && !Array.isArray(completion) && completion.items.some((one) => one.label === 'port'));
  const symbols = await connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
  assert.ok(symbols && symbols.length > 0);
  const tokens = await connection.sendRequest(SemanticTokensRequest.type, { textDocument });
  assert.ok(tokens && tokens.data.length % 5 === 0 && tokens.data.length > 0);
}));

test('rename and formatting', () => session(async (connection, uri) => {
  const at = { textDocument: { uri }, position: { line: 7, character: 11 } };
  const prepared = await connection.sendRequest(PrepareRenameRequest.type, at);
  assert.match(JSON.stringify(prepared), /port/);
  const edit = await connection.sendRequest(RenameRequest.type, { ...at, newName: 'listen' });
  assert.match(JSON.stringify(edit), /listen/);
  await assert.rejects(connection.sendRequest(RenameRequest.type, { ...at, newName: 'conf' }), /already used/);
  const edits = await connection.sendRequest(DocumentFormattingRequest.type, { textDocument: { uri }, options: { tabSize: 2, insertSpaces: true } });
  assert.deepStrictEqual(edits, []);
}));
