/**
 * Carries out `--history`: searches the texts of all commits for secrets and adds each to the scope as a file `PATH@COMMIT`, once, at
 * the commit that added it, with the lines of its secrets alone, so that the engine reports them like any finding. Secrets that files
 * of the scope still hold are left to their review. What could not be searched makes the run incomplete; without git it is refused.
 * Called by run-call.ts.
 */
import { secretlint } from '../analyzers/secretlint/declaration.ts';
import { ReviewError } from '../errors.ts';
import type { Analyzer, AnalyzerFinding, SourceFile } from '../ports/analyzer.ts';
import type { PastTexts, Repository, ScopeEntry, ScopeRules, Snapshot } from '../ports/repository.ts';
import { hostOf, openPool } from './embedded-reviewers.ts';
import type { Settings } from './settings.ts';

/** Texts that are searched at a time. */
const BATCH = 200;
const BATCH_CHARACTERS = 8_000_000;
const SHOWN_DIGITS = 12;

export function addSecretHistory<T extends Settings>(settings: T): T {
  const { repository } = settings;
  const open: Repository['open'] = async (selection, rules, signal) => {
    const snapshot = await repository.open(selection, rules, signal);
    const past = (await repository.readHistory?.()) ?? null;
    if (past === null)
      throw new ReviewError('no-git', '--history: there are no commits to search.', {
        advice: 'Run it inside a git work tree, or leave out --history.',
      });
    const [{ wrap }, { openAnalyzer }] = await Promise.all([openPool(), import('../analyzers/open-analyzer.ts')]);
    const host = hostOf(settings);
    const search = createSearch(wrap(openAnalyzer(secretlint, host), host, false), snapshot, signal);
    return addFound(snapshot, await searchHistory(past, snapshot, rules, search));
  };
  return { ...settings, repository: Object.assign(Object.create(repository) as typeof repository, { open }) };
}

interface Search {
  find(files: readonly SourceFile[]): Promise<readonly AnalyzerFinding[]>;
  /** Whether it was stopped, or left a text. */
  isCut(): boolean;
}

function createSearch(analyzer: Analyzer, snapshot: Snapshot, signal = new AbortController().signal): Search {
  let isCut = false;
  return {
    async find(files) {
      if (files.length === 0) return [];
      const outcome = signal.aborted ? null : await analyzer.scan(files, snapshot, signal);
      if (outcome === null || outcome.status !== 'completed') isCut = true;
      return outcome?.findings ?? [];
    },
    isCut: () => isCut || signal.aborted,
  };
}

const SHOWN_CHARACTERS = 4;

/** What a finding hides of its line, with the characters that it shows before; the line where that cannot be told. */
function secretOf(line: string, evidence: string | null): string {
  const [head = '', tail, ...more] = (evidence ?? '').split('…');
  const isMasked = tail !== undefined && more.length === 0 && line.startsWith(head) && line.endsWith(tail);
  const hidden = isMasked ? line.slice(Math.max(0, head.length - SHOWN_CHARACTERS), line.length - tail.length) : line;
  return hidden.trim();
}

/** The same secret, wherever it stands and whatever stands around it. All private keys have the same first line. */
const keyOf = ({ rule, line, endLine, evidence }: AnalyzerFinding, lines: readonly string[]): string =>
  [rule, secretOf(lines[line - 1] ?? '', evidence), ...lines.slice(line, endLine).map((each) => each.trim())].join(' ');

interface Searched {
  /** By `PATH@COMMIT`. */
  readonly texts: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
  readonly isComplete: boolean;
}

async function searchHistory(
  past: PastTexts,
  snapshot: Snapshot,
  { maxFileBytes }: ScopeRules,
  search: Search,
): Promise<Searched> {
  const seen = await learnScope(snapshot, search);
  const texts = new Map<string, string>();
  const gaps = { unread: 0 };
  const taken = new Set(await snapshot.paths());
  for await (const files of inBatches(readPast(past, maxFileBytes, { search, gaps, taken })))
    for (const { path, lines, found } of group(files, await search.find(files))) {
      const fresh = found.filter((each) => !seen.has(keyOf(each, lines)));
      for (const each of fresh) seen.add(keyOf(each, lines));
      if (fresh.length > 0) texts.set(path, keepLines(lines, fresh));
    }
  const { isShallow } = past;
  const isCut = search.isCut();
  const isComplete = !(isCut || isShallow || gaps.unread > 0);
  return { texts, isComplete, warnings: warnOfGaps({ ...gaps, isShallow, isCut }) };
}

/** Secrets that the review of the scope finds anyway. */
async function learnScope(snapshot: Snapshot, search: Search): Promise<Set<string>> {
  const seen = new Set<string>();
  for await (const files of inBatches(readScope(snapshot)))
    for (const { lines, found } of group(files, await search.find(files)))
      for (const each of found) seen.add(keyOf(each, lines));
  return seen;
}

async function* readPast(
  past: PastTexts,
  maxBytes: number,
  { search, gaps, taken }: { readonly search: Search; readonly gaps: { unread: number }; readonly taken: Set<string> },
): AsyncGenerator<SourceFile> {
  for (const { commit, path, oid } of past.texts) {
    if (search.isCut()) return;
    const read = await past.read(oid, path, maxBytes);
    if (read === 'unread') gaps.unread += 1;
    else if (read !== 'binary')
      yield { path: nameText(path, commit, taken), language: null, changed: null, text: read.text };
  }
}

/** A file of the repository may have that very name, and what stands in it is reviewed too. */
function nameText(path: string, commit: string, taken: Set<string>): string {
  let name = `${path}@${commit.slice(0, SHOWN_DIGITS)}`;
  while (taken.has(name)) name += '@';
  taken.add(name);
  return name;
}

const warnOfGaps = (gaps: {
  readonly unread: number;
  readonly isShallow: boolean;
  readonly isCut: boolean;
}): readonly string[] => [
  ...(gaps.isShallow
    ? ['⚠️ --history: this is a shallow clone, older commits were not searched (git fetch --unshallow)']
    : []),
  ...(gaps.unread > 0 ? [`⚠️ --history: ${gaps.unread} texts are missing or larger than max_file_bytes`] : []),
  ...(gaps.isCut ? ['⚠️ --history: the search of the history was not finished'] : []),
];

async function* readScope(snapshot: Snapshot): AsyncGenerator<SourceFile> {
  for await (const entry of snapshot.entries()) {
    if (entry.kind !== 'file') continue;
    const read = await snapshot.read(entry.path);
    if (read.kind === 'text') yield { path: entry.path, language: null, changed: null, text: read.text };
  }
}

async function* inBatches(files: AsyncIterable<SourceFile>): AsyncGenerator<readonly SourceFile[]> {
  let batch: SourceFile[] = [];
  let characters = 0;
  for await (const file of files) {
    batch.push(file);
    characters += file.text.length;
    if (batch.length < BATCH && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  yield batch;
}

interface Group {
  readonly path: string;
  readonly lines: readonly string[];
  readonly found: readonly AnalyzerFinding[];
}

/** Texts in which something was found. */
function group(files: readonly SourceFile[], findings: readonly AnalyzerFinding[]): readonly Group[] {
  const byPath = Map.groupBy(findings, ({ file }) => file);
  return files.flatMap(({ path, text }) => {
    const found = byPath.get(path);
    return found === undefined ? [] : [{ path, lines: text.split('\n'), found }];
  });
}

const keepLines = (lines: readonly string[], found: readonly AnalyzerFinding[]): string =>
  lines
    .map((text, at) => (found.some(({ line, endLine }) => at + 1 >= line && at + 1 <= endLine) ? text : ''))
    .join('\n');

/** The snapshot with what was found in the history. */
function addFound(snapshot: Snapshot, { texts, warnings, isComplete }: Searched): Snapshot {
  async function* entries(): AsyncGenerator<ScopeEntry> {
    yield* snapshot.entries();
    for (const path of [...texts.keys()].toSorted()) yield { kind: 'file', path, language: null, changed: null };
    if (!isComplete) yield { kind: 'ignored', path: '.git', reason: 'unreadable' };
  }
  return {
    ...snapshot,
    selection: `${snapshot.selection}, with the secrets of all commits`,
    warnings: [...snapshot.warnings, ...warnings],
    entries,
    async read(path) {
      const text = texts.get(path);
      return text === undefined ? snapshot.read(path) : { kind: 'text', text, bytes: Buffer.byteLength(text) };
    },
    identity: (path) => (texts.has(path) ? null : (snapshot.identity?.(path) ?? null)),
  };
}
