/**
 * Serves the Language Server Protocol: diagnostics of the embedded reviewers for open documents, code actions and hover. Takes no
 * settings from the editor's workspace, which is as untrusted as the repository, only from the user's configuration, flags, or a
 * trusted repository. Called by cli/commands/lsp-command.ts.
 */
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import {
  type Connection,
  createConnection,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
  TextDocuments,
  WatchKind,
} from 'vscode-languageserver';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { ReviewError } from '../errors.ts';
import type { ReportFinding } from '../protocol/report/report-document.ts';
import { boundMessages } from './bounded-messages.ts';
import { listActions } from './code-actions.ts';
import { openFindings } from './diagnostics.ts';
import { pathOfUri } from './document-place.ts';
import { writeHover } from './hover.ts';
import { createProjects, type ProjectOptions } from './open-projects.ts';
import { findPlace, type Reviewed, reviewDocument } from './review-document.ts';
import { createReviewQueue, type ReviewQueue } from './review-queue.ts';

export interface LspOptions extends Omit<ProjectOptions, 'readOpen'> {
  readonly version: string;
  readonly input: AsyncIterable<Uint8Array | string>;
  readonly output: Writable;
  /** Ends the server from outside. */
  readonly signal: AbortSignal;
}

/** Edits that follow each other faster are one. */
const PAUSE_MS = 120;
const AT_ONCE = 2;
const WINDOWS = process.platform === 'win32';

/** Files that say how a folder is reviewed. */
const SETTINGS = /(?:^|[/\\])(?:consensus-review\.config\.json|\.consensus-reviewignore|\.consensus-review[/\\].+)$/u;
const WATCHED = ['**/consensus-review.config.json', '**/.consensus-reviewignore', '**/.consensus-review/**'];

/** Resolves to whether the client took its leave as the protocol wants it. Throws ReviewError for messages that pass a bound. */
export async function serveLsp(options: LspOptions): Promise<boolean> {
  const { promise: ended, resolve: end } = Promise.withResolvers<boolean>();
  let isShutDown = false;
  let fault: ReviewError | null = null;
  const input = Readable.from(boundMessages(options.input), { objectMode: false });
  const reader = new StreamMessageReader(input);
  // Its timer for the rest of a message would outlive an editor that died within one.
  reader.partialMessageTimeout = 0;
  const connection = createConnection(
    (logger) => createProtocolConnection(reader, new StreamMessageWriter(options.output), logger),
    { shutdownReceived: false, initialize: () => undefined, exit: () => end(isShutDown) },
  );
  const folders = followFolders(connection, options.version);
  const documents = new TextDocuments(TextDocument);
  const reviews = reviewOpen(connection, documents, folders, options);
  answer(connection, documents, reviews.find);
  connection.onShutdown(() => {
    isShutDown = true;
  });
  input
    .once('end', () => end(isShutDown))
    .once('error', (error) => {
      if (error instanceof ReviewError) fault = error;
      end(false);
    });
  options.signal.addEventListener('abort', () => end(isShutDown), { once: true });
  documents.listen(connection);
  connection.listen();
  const isPolite = await ended;
  await reviews.close();
  connection.dispose();
  if (fault !== null) throw fault;
  return isPolite;
}

const CAPABILITIES: InitializeResult['capabilities'] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
  codeActionProvider: { codeActionKinds: ['quickfix'] },
  hoverProvider: true,
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

const pathsOf = (folders: readonly { readonly uri: string }[]): readonly string[] =>
  folders.flatMap(({ uri }) => pathOfUri(uri, WINDOWS) ?? []);

interface Folders {
  list(): readonly string[];
  onChange(listener: () => void): void;
}

/** Says what the server can, and keeps track of the folders that are open. */
function followFolders(connection: Connection, version: string): Folders {
  let folders: readonly string[] = [];
  let tell = (): void => undefined;
  const begin = ({ capabilities: { workspace } }: InitializeParams): void => {
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      void connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [...WATCHED.map((globPattern) => ({ globPattern })), { globPattern: '**/*', kind: WatchKind.Delete }],
      });
    if (workspace?.workspaceFolders === true)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(pathsOf(removed));
        folders = [...folders.filter((folder) => !gone.has(folder)), ...pathsOf(added)];
        tell();
      });
  };
  connection.onInitialize((params) => {
    const { workspaceFolders, rootUri } = params;
    folders = pathsOf(workspaceFolders ?? (rootUri ? [{ uri: rootUri }] : []));
    connection.onInitialized(() => begin(params));
    return { capabilities: CAPABILITIES, serverInfo: { name: 'consensus-review', version } };
  });
  return {
    list: () => folders,
    onChange(listener) {
      tell = listener;
    },
  };
}

/** Its folder is gone: what was found there is not said any longer. */
const ABSENT = { kind: 'absent' } as const;

type Documents = TextDocuments<TextDocument>;
type Find = (uri: string) => Reviewed | undefined;

/** Reviews documents as they are opened, edited and saved, and publishes what was found in the version that is shown. */
function reviewOpen(
  connection: Connection,
  documents: Documents,
  folders: Folders,
  options: LspOptions,
): { readonly find: Find; close(): Promise<void> } {
  const reviewed = new Map<string, { readonly version: number; readonly review: Reviewed }>();
  /** Documents by their real paths, for reviews that read them. */
  const shown = new Map<string, string>();
  const projects = createProjects({
    ...options,
    readOpen: (root, path) => documents.get(shown.get(join(root, path)) ?? '')?.getText() ?? null,
    warn: sayOnce(connection, options),
  });
  const fail = sayOnce(connection, options);
  const review = async (uri: string, signal: AbortSignal): Promise<void> => {
    const document = documents.get(uri);
    const file = pathOfUri(uri, WINDOWS);
    if (document === undefined || file === null) return;
    const { version } = document;
    const text = document.getText();
    const place = await findPlace(file, folders.list(), WINDOWS);
    if (place !== null) shown.set(place.real, uri);
    const outcome = place === null ? ABSENT : await reviewDocument(place, text, projects, signal);
    // What was found in another text is not said of this one; that one is in the queue.
    if (signal.aborted || documents.get(uri)?.version !== version) return;
    if (outcome.kind === 'reviewed') reviewed.set(uri, { version, review: outcome.reviewed });
    else reviewed.delete(uri);
    if (outcome.kind === 'failed') fail(outcome.message);
    const diagnostics: readonly Diagnostic[] = outcome.kind === 'absent' ? [] : outcome.diagnostics;
    await connection.sendDiagnostics({ uri, version, diagnostics: [...diagnostics] });
  };
  const queue = createReviewQueue({ pauseMs: PAUSE_MS, atOnce: AT_ONCE, review });
  const reviewAgain = (isMeant: (uri: string) => boolean): void => {
    for (const { uri } of documents.all()) if (isMeant(uri)) queue.add(uri, 'now');
  };
  const readSettingsAgain = (): void => {
    projects.forget(queue.idle);
    reviewAgain(() => true);
  };
  followDocuments(documents, queue, {
    saved(uri) {
      projects.forgetPaths();
      if (SETTINGS.test(uri)) readSettingsAgain();
    },
    closed(uri) {
      reviewed.delete(uri);
      for (const [real, known] of shown) if (known === uri) shown.delete(real);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
  });
  folders.onChange(() => reviewAgain(() => true));
  connection.onDidChangeWatchedFiles(({ changes }) => {
    if (changes.some(({ uri }) => SETTINGS.test(uri))) return readSettingsAgain();
    const gone = changes.filter(({ type }) => type === FileChangeType.Deleted).map(({ uri }) => uri);
    if (gone.length > 0) projects.forgetPaths();
    reviewAgain((uri) => gone.some((each) => uri === each || uri.startsWith(`${each}/`)));
  });
  return {
    // Lines of an earlier text are not those of the one that is shown.
    find(uri) {
      const last = reviewed.get(uri);
      return last !== undefined && last.version === documents.get(uri)?.version ? last.review : undefined;
    },
    async close() {
      await queue.close();
      await projects.close();
    },
  };
}

/** To the user in the editor, and to whoever reads standard error. */
function sayOnce(connection: Connection, { warn }: LspOptions): (message: string) => void {
  const told = new Set<string>();
  return (message) => {
    if (told.has(message)) return;
    told.add(message);
    warn(message);
    connection.window.showWarningMessage(`consensus-review: ${message}`);
  };
}

function followDocuments(
  documents: Documents,
  queue: ReviewQueue,
  { saved, closed }: { saved(uri: string): void; closed(uri: string): void },
): void {
  /** Opening is told as a change too, of a version that is known then. */
  const versions = new Map<string, number>();
  documents.onDidOpen(({ document: { uri, version } }) => {
    versions.set(uri, version);
    queue.add(uri, 'now');
  });
  documents.onDidChangeContent(({ document: { uri, version } }) => {
    if (versions.get(uri) === version) return;
    versions.set(uri, version);
    queue.add(uri, 'soon');
  });
  documents.onDidSave(({ document: { uri } }) => {
    saved(uri);
    queue.add(uri, 'now');
  });
  documents.onDidClose(({ document: { uri } }) => {
    queue.drop(uri);
    versions.delete(uri);
    closed(uri);
  });
}

function answer(connection: Connection, documents: Documents, find: Find): void {
  /** Findings of the last review that begin on these lines, which count from 0. */
  const findingsAt = ({ report, path }: Reviewed, first: number, last: number): readonly ReportFinding[] =>
    openFindings(report, path).filter(({ line }) => line - 1 >= first && line - 1 <= last);
  connection.onCodeAction(({ textDocument: { uri }, range }) => {
    const document = documents.get(uri);
    const known = find(uri);
    if (document === undefined || known === undefined) return [];
    const open = { uri, version: document.version, path: known.path, text: document.getText() };
    return [...listActions(open, findingsAt(known, range.start.line, range.end.line))];
  });
  connection.onHover(({ textDocument: { uri }, position: { line } }) => {
    const known = find(uri);
    const found = known === undefined ? [] : findingsAt(known, line, line);
    if (known === undefined || found.length === 0) return null;
    return { contents: { kind: 'markdown', value: writeHover(found, known.findRule) } };
  });
}
