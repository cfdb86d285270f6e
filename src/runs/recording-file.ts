/**
 * The file format of a recorded run (`--record`), lines of JSON: what was asked for and what lay in scope, what
 * analyzers found, what models answered, and every nonce, so that the same report comes out byte for byte. Reads any
 * text; says what is wrong with it.
 */
import type { BaselineScan } from '../ports/auditor.ts';
import type { ReviewEvent } from '../ports/driver.ts';
import type { IndexedFile } from '../ports/file-index.ts';
import type { Journal } from '../ports/journal.ts';
import type { IgnoredEntry } from '../ports/repository.ts';
import type { RecordedCall } from './recorded-calls.ts';

export const RECORDING_SCHEMA = 'consensus-review/recording@1';

/** Words nobody can guess, by what they are for. */
export interface Nonces {
  next(key: string): string;
}

/** Hashes of the files in scope, by path: the same hash means the same text and the same changed lines. */
export type ScopeHashes = Readonly<Record<string, string>>;

export interface RecordingHead {
  readonly schema: typeof RECORDING_SCHEMA;
  readonly version: string;
  readonly model: string;
  readonly runId: string;
  readonly startedAt: number;
  /** The options that shape a run, by the camelCase name of their flag; a replay begins with them. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** What whoever plays it should know, such as who really gave the answers. */
  readonly note: string | null;
}

/** What reviewers without a model said about one assignment. */
export interface RecordedAnalysis {
  readonly key: string;
  readonly events: readonly ReviewEvent[];
}

/** What Semgrep found beside an audit; null in a recording of anything else. */
type RecordedSemgrep = BaselineScan['semgrep'] | null;

/** Where the effects of a run go: each is made and kept, or replayed. */
export interface RunRecording {
  readonly journal: Journal;
  readonly nonces: Nonces;
  /** `journal`: what was kept wins, the rest is made. `record`: everything is made and kept. `replay`: nothing is made. */
  readonly kind: 'journal' | 'record' | 'replay';
  /** What reviewers without a model said, for whoever plays it without them; empty but in a replay. */
  readonly analyses: readonly RecordedAnalysis[];
  /** Null where nobody keeps it. */
  readonly keepAnalysis: ((analysis: RecordedAnalysis) => void) | null;
}

/** What is kept of the scope. Without entries the hashes alone have to be the same. */
export interface RecordedScope {
  readonly marks: ScopeHashes;
  readonly entries?: readonly (IndexedFile | IgnoredEntry)[];
}

export type RecordingLine =
  | ({ readonly kind: 'head' } & RecordingHead)
  | { readonly kind: 'scope'; readonly files: ScopeHashes }
  | { readonly kind: 'nonce'; readonly key: string; readonly word: string }
  | ({ readonly kind: 'analysis' } & RecordedAnalysis)
  | { readonly kind: 'semgrep'; readonly scan: BaselineScan['semgrep'] }
  | { readonly kind: 'call'; readonly call: RecordedCall }
  | { readonly kind: 'step'; readonly key: string; readonly value: unknown }
  | { readonly kind: 'end'; readonly finishedAt: number };

export interface ParsedRecording {
  readonly head: RecordingHead;
  readonly scope: ScopeHashes;
  readonly nonces: ReadonlyMap<string, string>;
  readonly analyses: readonly RecordedAnalysis[];
  readonly semgrep: RecordedSemgrep;
  readonly calls: readonly RecordedCall[];
  /** Every other effect, by its key. */
  readonly steps: ReadonlyMap<string, unknown>;
  readonly finishedAt: number;
}

export const formatRecordingLine = (line: RecordingLine): string => `${JSON.stringify(line)}\n`;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Version 0.1.0 kept what Semgrep printed, without evidence and fix. */
const areClaims = (findings: unknown): boolean =>
  Array.isArray(findings) && findings.every((claim) => isObject(claim) && typeof claim.title === 'string');

/** What has to be there of each kind of line for it to be used at all. */
const isLine: Readonly<Record<RecordingLine['kind'], (line: Readonly<Record<string, unknown>>) => boolean>> = {
  head: ({ model, runId, startedAt }) =>
    typeof model === 'string' && typeof runId === 'string' && typeof startedAt === 'number',
  scope: ({ files }) => isObject(files),
  nonce: ({ key, word }) => typeof key === 'string' && typeof word === 'string',
  analysis: ({ key, events }) => typeof key === 'string' && Array.isArray(events),
  semgrep: ({ scan }) => isObject(scan) && areClaims((scan as BaselineScan['semgrep']).findings),
  step: ({ key }) => typeof key === 'string',
  call: ({ call }) => isObject(call) && isObject((call as RecordedCall).result),
  end: ({ finishedAt }) => typeof finishedAt === 'number',
};

const parseLine = (text: string): RecordingLine | null => {
  try {
    const line = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    const check = isObject(line) ? isLine[line?.kind as RecordingLine['kind']] : undefined;
    return line !== null && check?.(line) === true ? (line as unknown as RecordingLine) : null;
  } catch {
    return null;
  }
};

/** The recording, or in words why it is none. */
export function parseRecording(text: string): ParsedRecording | string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map(parseLine);
  const broken = parsed.indexOf(null);
  const [head] = parsed;
  const maker = head?.kind === 'head' ? ` that this version can read; version ${head.version} made it` : '';
  if (broken >= 0) return `line ${broken + 1} is not a line of a recording${maker}`;
  if (head?.kind !== 'head' || head.schema !== RECORDING_SCHEMA)
    return `the first line is not the head of ${RECORDING_SCHEMA}`;
  const end = parsed.findLast((line) => line?.kind === 'end');
  if (end?.kind !== 'end') return 'the recording has no end: the run that made it was interrupted';
  const scope = parsed.find((line) => line?.kind === 'scope');
  const semgrep = parsed.find((line) => line?.kind === 'semgrep');
  return {
    head: { ...head, flags: head.flags ?? {}, note: head.note ?? null },
    scope: scope?.kind === 'scope' ? scope.files : {},
    nonces: new Map(parsed.flatMap((line) => (line?.kind === 'nonce' ? [[line.key, line.word] as const] : []))),
    analyses: parsed.flatMap((line) => (line?.kind === 'analysis' ? [line] : [])),
    semgrep: semgrep?.kind === 'semgrep' ? semgrep.scan : null,
    calls: parsed.flatMap((line) => (line?.kind === 'call' ? [line.call] : [])),
    steps: new Map(parsed.flatMap((line) => (line?.kind === 'step' ? [[line.key, line.value] as const] : []))),
    finishedAt: end.finishedAt,
  };
}
