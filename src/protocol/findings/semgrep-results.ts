/**
 * Semgrep's JSON output turned into baseline findings: severities mapped, foreign folders dropped, duplicates removed,
 * sorted, numbered (FACT-06). Never throws; everything dropped is counted. Runs nothing.
 */
import { asFields, asList, asText, readJson, type ToolFault } from './tool-hits.ts';

/** Languages of our own rules for Semgrep: those that no other analyzer of ours reads for security. */
export const SEMGREP_LANGUAGES: readonly string[] = ['kotlin', 'scala', 'rust', 'swift'];

export const SEMGREP_SEVERITIES = ['UNKNOWN', 'INFO', 'WARNING', 'ERROR'] as const;
export type SemgrepSeverity = (typeof SEMGREP_SEVERITIES)[number];

export interface SemgrepFinding {
  /** `SG-001`. */
  readonly finding_id: string;
  readonly severity: SemgrepSeverity;
  readonly check_id: string;
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly cwe?: string;
  readonly message?: string;
}

export type SemgrepOutcome =
  | {
      readonly kind: 'parsed';
      /** Partial where Semgrep itself reports errors or an entry could not be read. */
      readonly status: 'completed' | 'partial';
      readonly findings: readonly SemgrepFinding[];
      readonly dropped: {
        readonly malformed: number;
        readonly belowMinimum: number;
        readonly foreignPath: number;
        readonly duplicate: number;
      };
    }
  | { readonly kind: 'unusable'; readonly reason: string };

const SEVERITY_MAP: Readonly<Record<string, SemgrepSeverity>> = {
  LOW: 'INFO',
  INFO: 'INFO',
  MEDIUM: 'WARNING',
  WARNING: 'WARNING',
  HIGH: 'ERROR',
  CRITICAL: 'ERROR',
  ERROR: 'ERROR',
};

export const mapSemgrepSeverity = (text: unknown): SemgrepSeverity =>
  (typeof text === 'string' && Object.hasOwn(SEVERITY_MAP, text.toUpperCase()) && SEVERITY_MAP[text.toUpperCase()]) ||
  'UNKNOWN';

const rank = (severity: SemgrepSeverity): number => SEMGREP_SEVERITIES.indexOf(severity);
const MINIMUM = rank('WARNING');

const FOREIGN_PATH = /(?:^|\/)(?:node_modules|vendor|third[-_]party|static\/plugins|dist|build)\/|\.min\.(?:js|css)$/u;

export const isForeignPath = (path: string): boolean => FOREIGN_PATH.test(path.replaceAll('\\', '/'));

/** Reads the text of `semgrep-baseline.json`. */
export function parseSemgrepResults(text: string): SemgrepOutcome {
  const document = readJson(text);
  if (document === undefined) return { kind: 'unusable', reason: 'not JSON' };
  const { results, errors } = asFields(document);
  if (!Array.isArray(results)) return { kind: 'unusable', reason: 'no top-level results list' };

  const dropped = { malformed: 0, belowMinimum: 0, foreignPath: 0, duplicate: 0 };
  const unique = new Map<string, Hit>();
  for (const result of results as readonly unknown[]) {
    const hit = readHit(result);
    if (hit === null) dropped.malformed += 1;
    else if (isForeignPath(hit.path)) dropped.foreignPath += 1;
    else if (rank(hit.severity) < MINIMUM) dropped.belowMinimum += 1;
    else if (unique.has(keyOf(hit))) dropped.duplicate += 1;
    else unique.set(keyOf(hit), hit);
  }
  const findings = [...unique.values()].sort(compareHits).map((hit, index) => ({
    finding_id: `SG-${String(index + 1).padStart(3, '0')}`,
    ...hit,
  }));
  const failed = (Array.isArray(errors) && errors.length > 0) || dropped.malformed > 0;
  return { kind: 'parsed', status: failed ? 'partial' : 'completed', findings, dropped };
}

/** Files that Semgrep has a rule for, as it names them; null where it does not say. */
export function parseSemgrepScanned(text: string): ReadonlySet<string> | null {
  const { scanned } = asFields(asFields(readJson(text)).paths);
  return Array.isArray(scanned) ? new Set(scanned.map(asText)) : null;
}

/** What Semgrep says it could not do, by file where it names one. Empty for a text that is no result document. */
export function parseSemgrepFaults(text: string): readonly ToolFault[] {
  return asList(asFields(readJson(text)).errors).map((entry) => {
    const { path, message, long_msg, type } = asFields(entry);
    const kind = asText(type) || asText(asList(type)[0]);
    return {
      path: asText(path) || null,
      reason: asText(message) || asText(long_msg) || kind || 'an error without a message',
    };
  });
}

type Hit = Omit<SemgrepFinding, 'finding_id'>;

const isLine = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;

function readHit(value: unknown): Hit | null {
  const result = asFields(value);
  const extra = asFields(result.extra);
  const { check_id, path } = result;
  const start = asFields(result.start).line;
  const end = asFields(result.end).line ?? start;
  if (typeof check_id !== 'string' || check_id === '' || typeof path !== 'string' || path === '') return null;
  if (!isLine(start) || !isLine(end) || end < start) return null;
  const cwe = readCwe(asFields(extra.metadata).cwe);
  const message = extra.message;
  return {
    severity: mapSemgrepSeverity(extra.severity),
    check_id,
    path: path.replaceAll('\\', '/').replace(/^(?:\.\/)+/u, ''),
    start_line: start,
    end_line: end,
    ...(cwe === null ? {} : { cwe }),
    ...(typeof message === 'string' && message.trim() !== '' ? { message: message.trim() } : {}),
  };
}

/** Metadata says `CWE-89: …`, alone or in a list. */
function readCwe(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? (/CWE-\d+/u.exec(first)?.[0] ?? null) : null;
}

const keyOf = (hit: Hit): string =>
  JSON.stringify([hit.severity, hit.check_id, hit.path, hit.start_line, hit.end_line, hit.message ?? null]);

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const compareHits = (a: Hit, b: Hit): number =>
  rank(b.severity) - rank(a.severity) ||
  compareText(a.path, b.path) ||
  a.start_line - b.start_line ||
  compareText(a.check_id, b.check_id);

export type SemgrepDecision =
  | { readonly kind: 'use'; readonly status: 'completed' | 'partial' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'embedded-baseline'; readonly status: 'absent' | 'failed' }
  | { readonly kind: 'halt'; readonly status: 'absent' | 'failed' };

/** `attempts` counts the runs so far; `outcome` is null where the last left no output. */
export function decideSemgrep(run: {
  readonly installed: boolean;
  readonly required: boolean;
  readonly attempts: number;
  readonly outcome: SemgrepOutcome | null;
}): SemgrepDecision {
  const giveUp = (status: 'absent' | 'failed'): SemgrepDecision =>
    run.required ? { kind: 'halt', status } : { kind: 'embedded-baseline', status };
  if (!run.installed) return giveUp('absent');
  if (run.outcome?.kind === 'parsed') return { kind: 'use', status: run.outcome.status };
  return run.attempts < 2 ? { kind: 'retry' } : giveUp('failed');
}
