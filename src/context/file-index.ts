/**
 * Measures the files of a scope (tokens, lines, branch, or why a file is ignored; SCOPE-04) while the scope is still being found
 * (SCOPE-02). With a store, a file whose identity is known is neither read nor counted, one whose content is known is not counted
 * (CONTEXT-01); with `search` the texts become searchable. Created by wiring/review-ports.ts, cli/refresh-index.ts and
 * mcp/index-tool.ts.
 */
import { hash } from 'node:crypto';
import type { ContextStore, Measure } from '../ports/context-store.ts';
import type { Index, IndexedFile } from '../ports/file-index.ts';
import { takeUntil } from '../ports/pause.ts';
import type { IgnoredEntry, ScopeEntry, ScopeFile, Snapshot } from '../ports/repository.ts';
import type { IgnoreReason } from '../protocol/report/report-document.ts';
import { languageOfShebang } from '../protocol/source/shebang.ts';
import { classifyName } from './classify-file.ts';
import { type MeasureText, type MeasuringCounter, type OpenPool, openMeasuring } from './measure-text.ts';

type KnownFiles = Pick<ContextStore, 'owns' | 'openLookup' | 'findContent' | 'hasText' | 'openWriter' | 'settleBranch'>;

export interface IndexOptions {
  /** What is known of the files, and where what is new is kept; nowhere where it is left out. */
  readonly store?: KnownFiles | null;
  /** Also make every measured file searchable. */
  readonly search?: boolean;
  /** The scope is the whole folder: what it does not have any more is forgotten. */
  readonly whole?: boolean;
  /**
   * Threads that count too, as the counter does, where the scope is large; not with `search`, which has a thread of its own.
   */
  readonly openPool?: OpenPool | null;
}

type Measured = IndexedFile | IgnoredEntry;

/** Files being measured at a time: enough to keep threads busy, few enough to hold in memory. */
const READ_AHEAD = 24;

/** From so many files read on, memory counts for more than the time that collecting it takes. */
const MANY_READ = 250;

/**
 * Texts pass through once and records are kept: a young generation grown for them would be half of the memory. Holds for the whole
 * process. Not before there is much to read: Node compiles anew what it has compiled under other settings of the engine.
 */
async function keepYoungGenerationSmall(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
}

const NO_STORE: KnownFiles = {
  owns: () => false,
  openLookup: () => () => null,
  findContent: () => null,
  hasText: () => false,
  openWriter: () => ({ add: () => undefined, writeFull: () => undefined, end: async () => undefined }),
  settleBranch: async () => undefined,
};

const NOTHING: Measure = { reason: null, shebang: null, tokens: 0, loc: 0, lines: 0 };

/** Stands for all binary contents; shorter than any digest. */
const BINARY = 'binary';

const ignored = (path: string, reason: IgnoreReason): IgnoredEntry => ({ kind: 'ignored', path, reason });

const toMeasured = (file: ScopeFile, measure: Measure, branch: string | null): Measured =>
  measure.reason === null
    ? {
        ...file,
        language: file.language ?? measure.shebang,
        tokens: measure.tokens,
        estimated: false,
        loc: measure.loc,
        lines: measure.lines,
        branch,
      }
    : ignored(file.path, measure.reason);

async function judgeText(text: string, measure: MeasureText): Promise<{ measure: Measure; isExact: boolean }> {
  const { tokens, lines, loc, exact } = await measure(text);
  return { measure: { reason: null, shebang: languageOfShebang(text), tokens, lines, loc }, isExact: exact };
}

/** Reads from the snapshot, and from the moment that this becomes much, keeps memory small. */
function readSparingly(snapshot: Snapshot): Snapshot['read'] {
  let read = 0;
  return async (path) => {
    read += 1;
    if (read === MANY_READ) await keepYoungGenerationSmall();
    return snapshot.read(path);
  };
}

/** A blob is decoded as its name says, so the same blob may be two texts. */
function identifyIn(snapshot: Snapshot, { path, language }: ScopeFile): string | null {
  const identity = snapshot.identity?.(path) ?? null;
  return identity?.startsWith('blob ') && language !== null ? `${identity} ${language}` : identity;
}

/** One pass over one snapshot. */
function createPass(measureText: MeasureText, options: IndexOptions, snapshot: Snapshot) {
  const store = options.store ?? NO_STORE;
  const { branch } = snapshot;
  const searchable = new Set<string>();
  const read = readSparingly(snapshot);
  const lookUp = store.openLookup(branch);
  const writer = store.openWriter();

  /** Null where the file has to be read. */
  const findKnown = (file: ScopeFile, identity: string): Measured | null => {
    const known = lookUp(file.path, identity);
    if (known === null) return null;
    const wantsSearch = options.search && known.reason === null;
    if (wantsSearch && !known.isSearchable) {
      if (!store.hasText(known.contentId)) return null;
      const search = { branch, language: file.language ?? known.shebang, text: null };
      writer.add({ path: file.path, identity: null, content: known.contentId, search });
    }
    if (wantsSearch) searchable.add(file.path);
    return toMeasured(file, known, branch);
  };

  /** That a file is binary stays true as long as its identity does; other reasons depend on limits and rights. */
  const refuse = (path: string, reason: IgnoreReason, identity: string | null): IgnoredEntry => {
    if (reason === 'binary' && identity !== null) {
      writer.add({ path, identity, content: { hash: BINARY, measure: { ...NOTHING, reason } }, search: null });
    }
    return ignored(path, reason);
  };

  /** A file that changed while it was read is not the one the identity stands for. */
  const confirm = (file: ScopeFile, identity: string | null): string | null =>
    identity !== null && identifyIn(snapshot, file) === identity ? identity : null;

  const readFile = async (file: ScopeFile, identity: string | null): Promise<Measured> => {
    const { path } = file;
    const outcome = await read(path);
    if (outcome.kind === 'unusable') return refuse(path, outcome.reason, identity);
    const { text } = outcome;
    const digest = hash('sha256', text, 'base64url');
    const known = store.findContent(digest);
    const { measure, isExact } =
      known === null ? await judgeText(text, measureText) : { measure: known, isExact: true };
    if (!isExact) return { ...toMeasured(file, measure, branch), estimated: true } as Measured;
    const search = options.search ? { branch, language: file.language ?? measure.shebang, text } : null;
    if (search !== null) searchable.add(path);
    writer.add({
      path,
      identity: confirm(file, identity),
      content: known?.contentId ?? { hash: digest, measure },
      search,
    });
    return toMeasured(file, measure, branch);
  };

  return {
    measureEntry(entry: ScopeEntry): Measured | Promise<Measured> {
      if (entry.kind === 'ignored') return entry;
      const reason = store.owns(entry.path) ? 'ignored' : classifyName(entry.path);
      if (reason !== null) return ignored(entry.path, reason);
      const identity = identifyIn(snapshot, entry);
      return (identity === null ? null : findKnown(entry, identity)) ?? readFile(entry, identity);
    },
    writeFull: writer.writeFull,
    end: writer.end,
    /** A scope that was not read to its end says nothing of what is gone. */
    async forgetOthers(signal: AbortSignal | undefined): Promise<void> {
      if (options.search && !signal?.aborted) await store.settleBranch(branch, options.whole ? searchable : null);
    },
  };
}

/** Results come in the order of the entries. What was measured is kept even if the caller stops half way. */
export function createIndex(counter: MeasuringCounter, options: IndexOptions = {}): Index {
  return {
    async *measure(snapshot, entries, signal) {
      const measuring = openMeasuring(counter, options.openPool ?? null);
      const pass = createPass(measuring.measure, options, snapshot);
      const pending: (Measured | Promise<Measured>)[] = [];
      try {
        for await (const entry of takeUntil(entries, signal)) {
          const writing = pass.writeFull();
          if (writing !== undefined) await writing;
          pending.push(pass.measureEntry(entry));
          while (pending.length > 0 && (pending.length >= READ_AHEAD || !(pending[0] instanceof Promise))) {
            yield pending.shift() as Measured | Promise<Measured>;
          }
        }
        for (const measured of pending) yield measured;
        await pass.end();
        await pass.forgetOthers(signal);
      } finally {
        await Promise.allSettled(pending);
        await measuring.close();
        await pass.end();
      }
    },
  };
}
