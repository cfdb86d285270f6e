/** A language client over the standard input and output of `consensus-review lsp`, as an editor is one. For tests and benchmarks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import {
  type CodeAction,
  createProtocolConnection,
  type Diagnostic,
  type Hover,
  type InitializeParams,
  type InitializeResult,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node';
import { MAIN } from '../e2e/run-cli.ts';

export interface LanguageClient extends AsyncDisposable {
  readonly process: ChildProcess;
  readonly initialized: InitializeResult;
  readonly published: readonly PublishDiagnosticsParams[];
  /** Messages that the server shows to the user. */
  readonly messages: readonly string[];
  open(path: string, text: string, language?: string): Promise<readonly Diagnostic[]>;
  /** Sends the change and waits for nothing. Answers the new version. */
  change(path: string, ...changes: readonly TextDocumentContentChangeEvent[]): number;
  /** What the server says of this version, now or later. */
  diagnosticsOf(path: string, version: number): Promise<readonly Diagnostic[]>;
  /** What the server says of a document last, once it is this: earlier reviews of the same version may come first. */
  until(path: string, wanted: (diagnostics: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]>;
  /** A message to the user, now or later. */
  untilMessage(wanted: RegExp): Promise<string>;
  save(path: string): Promise<readonly Diagnostic[]>;
  close(path: string): Promise<void>;
  watchedFilesChanged(path: string, type?: 'changed' | 'deleted'): Promise<void>;
  actions(path: string, line: number): Promise<readonly CodeAction[]>;
  hover(path: string, line: number): Promise<Hover | null>;
  /** Takes leave; answers the exit code. */
  leave(): Promise<number | null>;
}

export interface ClientOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  readonly initialize?: Partial<InitializeParams>;
}

export async function startClient({ root, env, args = [], initialize = {} }: ClientOptions): Promise<LanguageClient> {
  const child = spawn(process.execPath, [MAIN, 'lsp', '--stdio', ...args], { cwd: root, env, stdio: 'pipe' });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exit = new Promise<number | null>((resolve) => void child.on('close', (code) => resolve(code)));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const gone = exit.then((code) => {
    throw new Error(`the server ended with ${code}: ${stderr}`);
  });
  gone.catch(() => undefined);
  const orGone = <T>(answer: Promise<T>): Promise<T> => Promise.race([answer, gone]);
  const published: PublishDiagnosticsParams[] = [];
  const messages: string[] = [];
  const listeners = new Set<(params: PublishDiagnosticsParams) => void>();
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.push(params);
    for (const listener of [...listeners]) listener(params);
  });
  const readers = new Set<() => void>();
  const read = ({ message }: { message: string }): null => {
    messages.push(message);
    for (const reader of [...readers]) reader();
    return null;
  };
  connection.onNotification('window/showMessage', (params: { message: string }) => void read(params));
  connection.onRequest('window/showMessageRequest', read);
  connection.onRequest('client/registerCapability', () => null);
  connection.listen();
  const uriOf = (path: string): string => pathToFileURL(`${root}/${path}`).href;
  const folder = pathToFileURL(root).href;
  const initialized = await orGone(
    connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: folder,
      workspaceFolders: [{ uri: folder, name: 'test' }],
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true }, workspaceFolders: true } },
      ...initialize,
    }),
  );
  await connection.sendNotification('initialized', {});

  const versions = new Map<string, number>();
  const next = (path: string, wanted: (params: PublishDiagnosticsParams) => boolean): Promise<readonly Diagnostic[]> =>
    orGone(
      new Promise((resolve) => {
        const listener = (params: PublishDiagnosticsParams): void => {
          if (params.uri !== uriOf(path) || !wanted(params)) return;
          listeners.delete(listener);
          resolve(params.diagnostics);
        };
        listeners.add(listener);
      }),
    );
  const versionOf = (path: string): number => versions.get(path) ?? 0;

  return {
    process: child,
    initialized,
    published,
    messages,
    open(path, text, languageId = 'plaintext') {
      versions.set(path, 1);
      const answer = next(path, ({ version }) => version === 1);
      void connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: uriOf(path), languageId, version: 1, text },
      });
      return answer;
    },
    change(path, ...contentChanges) {
      const version = versionOf(path) + 1;
      versions.set(path, version);
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uriOf(path), version },
        contentChanges,
      });
      return version;
    },
    diagnosticsOf: (path, version) => {
      const known = published.findLast((each) => each.uri === uriOf(path) && each.version === version);
      return known === undefined ? next(path, (each) => each.version === version) : Promise.resolve(known.diagnostics);
    },
    until: (path, wanted) => {
      const known = published.findLast((each) => each.uri === uriOf(path))?.diagnostics;
      return known !== undefined && wanted(known)
        ? Promise.resolve(known)
        : next(path, ({ diagnostics }) => wanted(diagnostics));
    },
    untilMessage: (wanted) =>
      orGone(
        new Promise((resolve) => {
          const reader = (): void => {
            const found = messages.find((message) => wanted.test(message));
            if (found === undefined) return;
            readers.delete(reader);
            resolve(found);
          };
          readers.add(reader);
          reader();
        }),
      ),
    save(path) {
      const answer = next(path, ({ version }) => version === versionOf(path));
      void connection.sendNotification('textDocument/didSave', { textDocument: { uri: uriOf(path) } });
      return answer;
    },
    async close(path) {
      const emptied = next(path, ({ diagnostics }) => diagnostics.length === 0);
      void connection.sendNotification('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
      await emptied;
    },
    watchedFilesChanged: (path, type = 'changed') =>
      connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: [{ uri: uriOf(path), type: type === 'changed' ? 2 : 3 }],
      }),
    actions: async (path, line) =>
      (await orGone(
        connection.sendRequest<CodeAction[] | null>('textDocument/codeAction', {
          textDocument: { uri: uriOf(path) },
          range: { start: { line, character: 0 }, end: { line, character: 0 } },
          context: { diagnostics: [] },
        }),
      )) ?? [],
    hover: (path, line) =>
      orGone(
        connection.sendRequest<Hover | null>('textDocument/hover', {
          textDocument: { uri: uriOf(path) },
          position: { line, character: 0 },
        }),
      ),
    async leave() {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      const code = await exit;
      connection.dispose();
      return code;
    },
    async [Symbol.asyncDispose]() {
      connection.dispose();
      child.kill();
      await exit;
    },
  };
}
