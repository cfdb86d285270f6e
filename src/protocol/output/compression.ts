/**
 * Shortens the findings of a reviewer's output that is too large for what is left of its budget: one line of evidence, one entry
 * for each CWE and file, only the ends of MEDIUM and LOW flows (TRUNC-03..05, AUD-27); a merged entry names every place. Called
 * by protocol/report/reviewer-output.ts (`-f agent-json`), which decides on it.
 */
import { compareSeverity, type Severity } from '../findings/severity.ts';

/** What is compared, merged or shortened; everything else of a finding stays as it is. */
export interface Compressible {
  readonly id: string | null;
  readonly severity: Severity;
  readonly cwe: string | null;
  readonly file: string;
  readonly line: number;
  readonly end_line: number;
  readonly evidence: string | null;
  readonly source: string | null;
  readonly sink: string | null;
  readonly flow: string | null;
  readonly references: readonly string[];
  readonly related: readonly string[];
}

/** Where one of several merged findings is, as it was reported. */
export type MergedPlace = Pick<Compressible, 'id' | 'line' | 'end_line'>;

export interface CompressedEntry<T> {
  readonly finding: T;
  /** Every finding that went into this entry; empty where it stands for itself. */
  readonly mergedFrom: readonly MergedPlace[];
}

type Group<T> = [T, ...T[]];

export function compressFindings<T extends Compressible>(findings: readonly T[]): readonly CompressedEntry<T>[] {
  const groups = new Map<string, Group<T>>();
  for (const [index, finding] of findings.entries()) {
    const key = finding.cwe === null ? `${index}` : JSON.stringify([finding.cwe, finding.file]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()].map((group) => ({
    finding: shortenFinding(mergeGroup(group)),
    mergedFrom: group.length === 1 ? [] : group.map(({ id, line, end_line }) => ({ id, line, end_line })),
  }));
}

/** Lowest id, highest severity, lines from first to last, every source; words are those of the most severe entry. */
function mergeGroup<T extends Compressible>(group: Group<T>): T {
  if (group.length === 1) return group[0];
  const lead = group.reduce((a, b) =>
    (compareSeverity(b.severity, a.severity) || compareIds(b.id, a.id)) < 0 ? b : a,
  );
  const ordered = [lead, ...group.filter((finding) => finding !== lead)];
  const merged = new Set(group.map(({ id }) => id));
  const related = new Set(ordered.flatMap((finding) => finding.related));
  return {
    ...lead,
    id: group.reduce<string | null>((lowest, { id }) => (compareIds(id, lowest) < 0 ? id : lowest), null),
    line: Math.min(...group.map(({ line }) => line)),
    end_line: Math.max(...group.map(({ end_line }) => end_line)),
    source: joinDistinct(ordered.map(({ source }) => source)),
    sink: joinDistinct(ordered.map(({ sink }) => sink)),
    references: [...new Set(ordered.flatMap(({ references }) => references))],
    related: [...related].filter((id) => !merged.has(id)),
  };
}

/** Numbers before names, missing ids last. */
function compareIds(a: string | null, b: string | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return a.localeCompare(b, 'en', { numeric: true });
}

const joinDistinct = (texts: readonly (string | null)[]): string | null =>
  [...new Set(texts.filter((text) => text !== null))].join('; ') || null;

function shortenFinding<T extends Compressible>(finding: T): T {
  const isMinor = finding.severity === 'MEDIUM' || finding.severity === 'LOW';
  return {
    ...finding,
    evidence: finding.evidence === null ? null : pickCriticalLine(finding.evidence, finding.sink, finding.source),
    flow: isMinor && finding.flow !== null ? shortenFlow(finding.flow) : finding.flow,
  };
}

/** The two ends of a flow. */
function shortenFlow(flow: string): string {
  const hops = flow.split(/(?<!\s)\s*(?:→|->|=>)\s*/u).filter((hop) => hop !== '');
  return hops.length < 3 ? flow : `${hops[0]} → ${hops.at(-1)}`;
}

const wordsOf = (text: string | null): ReadonlySet<string> => new Set(text?.match(/[\p{L}_$][\p{L}\p{N}_$]+/gu) ?? []);

/** The line that shares most words with the sink, then with the source; the first of equals. */
function pickCriticalLine(evidence: string, sink: string | null, source: string | null): string {
  const lines = evidence.split(/\r?\n/u).filter((line) => line.trim() !== '');
  const sinkWords = wordsOf(sink);
  const sourceWords = wordsOf(source);
  const count = (line: string, words: ReadonlySet<string>): number =>
    [...wordsOf(line)].filter((word) => words.has(word)).length;
  const best = lines
    .map((line) => ({ line, sinks: count(line, sinkWords), sources: count(line, sourceWords) }))
    .reduce((a, b) => (b.sinks > a.sinks || (b.sinks === a.sinks && b.sources > a.sources) ? b : a), {
      line: lines[0] ?? evidence,
      sinks: 0,
      sources: 0,
    });
  return best.line.trim();
}
