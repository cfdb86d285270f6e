/**
 * Declares the messages between the child processes that run analyzers (serve-analyzers.ts) and their parent (portion-process.ts):
 * scan orders, outcomes, and questions about the snapshot. Also answers these questions in the parent, and makes a snapshot for the
 * child that asks them.
 */
import type { AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import type { ScopeEntry, Snapshot } from '../../ports/repository.ts';

/** What an analyzer may ask its snapshot for; answered by the process that holds the repository. */
export type SnapshotQuestion =
  | { readonly kind: 'paths' }
  | { readonly kind: 'entries' }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'readBase'; readonly path: string };

export type SnapshotFacts = Pick<Snapshot, 'selection' | 'branch' | 'isChange' | 'warnings'>;

export interface ScanOrder {
  readonly kind: 'scan';
  readonly job: number;
  readonly analyzer: string;
  readonly files: readonly SourceFile[];
  /** Number and facts of the snapshot that the files are from. */
  readonly snapshot: number;
  readonly facts: SnapshotFacts;
  /** What the analyzers have to know of the run. */
  readonly data: unknown;
  /** Processor time: before the first file, for each file, and for each of its characters. */
  readonly prepareMs: number;
  readonly fileMs: number;
  readonly characterMs: number;
  /** For what does not end and does not use the processor. */
  readonly stillMs: number;
}

/** Processor time that the scan of one of its files may take. */
export function limitOf({ files, fileMs, characterMs }: ScanOrder, path: string): number {
  const { text = '' } = files.find((file) => file.path === path) ?? {};
  return fileMs + text.length * characterMs;
}

export type ToProcess =
  | ScanOrder
  | { readonly kind: 'abort'; readonly job: number }
  | { readonly kind: 'answer'; readonly call: number; readonly value: unknown; readonly error: string | null };

export type FromProcess =
  /** The file it scans from now on. */
  | { readonly kind: 'begin'; readonly job: number; readonly path: string }
  | { readonly kind: 'done'; readonly job: number; readonly outcome: AnalyzerOutcome; readonly memoryMb: number }
  | { readonly kind: 'ask'; readonly call: number; readonly snapshot: number; readonly question: SnapshotQuestion };

export async function answerQuestion(snapshot: Snapshot, question: SnapshotQuestion): Promise<unknown> {
  switch (question.kind) {
    case 'paths':
      return snapshot.paths();
    case 'read':
      return snapshot.read(question.path);
    case 'readBase':
      return snapshot.readBase(question.path);
    case 'entries':
      return collectEntries(snapshot);
  }
}

async function collectEntries(snapshot: Snapshot): Promise<readonly ScopeEntry[]> {
  const entries: ScopeEntry[] = [];
  for await (const entry of snapshot.entries()) entries.push(entry);
  return entries;
}

/** The snapshot as the other process sees it: what does not change is asked for once. */
export function createRemoteSnapshot(
  facts: SnapshotFacts,
  ask: (question: SnapshotQuestion) => Promise<unknown>,
): Snapshot {
  let paths: Promise<ReadonlySet<string>> | null = null;
  let entries: Promise<readonly ScopeEntry[]> | null = null;
  return {
    ...facts,
    async *entries() {
      entries ??= ask({ kind: 'entries' }) as Promise<readonly ScopeEntry[]>;
      yield* await entries;
    },
    read: (path) => ask({ kind: 'read', path }) as ReturnType<Snapshot['read']>,
    readBase: (path) => ask({ kind: 'readBase', path }) as ReturnType<Snapshot['readBase']>,
    paths: () => {
      paths ??= ask({ kind: 'paths' }) as Promise<ReadonlySet<string>>;
      return paths;
    },
  };
}
