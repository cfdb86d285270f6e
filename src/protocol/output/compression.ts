/**
 * Shortening findings before a final answer that would not fit: one line of evidence, one entry for each CWE and file,
 * flows without their middle (TRUNC-03..05, AUD-27). Says how many entries were merged; the originals stay with the host.
 */
import type { ClaimedFinding } from '../findings/finding.ts';
import { compareSeverity } from '../findings/severity.ts';

export interface Compression {
  readonly findings: readonly ClaimedFinding[];
  /** Entries that went into another one. */
  readonly merged: number;
}

type Group = [ClaimedFinding, ...ClaimedFinding[]];

export function compressFindings(findings: readonly ClaimedFinding[]): Compression {
  const groups = new Map<string, Group>();
  for (const [index, finding] of findings.entries()) {
    const key = mergeKey(finding) ?? `${index}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  const entries = [...groups.values()].map((group) => shortenFinding(mergeGroup(group)));
  return { findings: entries, merged: findings.length - entries.length };
}

const mergeKey = ({ cwe, file }: ClaimedFinding): string | null =>
  cwe === null || file === null ? null : JSON.stringify([cwe, file]);

/** Lowest id, highest severity, lines from first to last, every source; words are those of the most severe entry. */
function mergeGroup(group: Group): ClaimedFinding {
  if (group.length === 1) return group[0];
  const lead = group.reduce((a, b) =>
    (compareSeverity(b.severity, a.severity) || compareIds(b.id, a.id)) < 0 ? b : a,
  );
  const ordered = [lead, ...group.filter((finding) => finding !== lead)];
  return {
    ...lead,
    id: group.reduce<string | null>((lowest, { id }) => (compareIds(id, lowest) < 0 ? id : lowest), null),
    line: pickLine(
      group.map(({ line }) => line),
      Math.min,
    ),
    endLine: pickLine(
      group.map(({ line, endLine }) => endLine ?? line),
      Math.max,
    ),
    source: joinDistinct(ordered.map(({ source }) => source)),
    sink: joinDistinct(ordered.map(({ sink }) => sink)),
    references: [...new Set(ordered.flatMap(({ references }) => references))],
    related: [...new Set(ordered.flatMap(({ related }) => related))],
    originallyTruncated: group.some(({ originallyTruncated }) => originallyTruncated),
  };
}

const pickLine = (lines: readonly (number | null)[], pick: (a: number, b: number) => number): number | null =>
  lines.reduce((best, line) => (best === null || line === null ? (best ?? line) : pick(best, line)), null);

/** Numbers before names, missing ids last. */
function compareIds(a: string | null, b: string | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return a.localeCompare(b, 'en', { numeric: true });
}

const joinDistinct = (texts: readonly (string | null)[]): string | null =>
  [...new Set(texts.filter((text) => text !== null))].join('; ') || null;

function shortenFinding(finding: ClaimedFinding): ClaimedFinding {
  const isMinor = finding.severity === 'MEDIUM' || finding.severity === 'LOW';
  return {
    ...finding,
    evidence: finding.evidence === null ? null : pickCriticalLine(finding.evidence, finding.sink, finding.source),
    flow: isMinor && finding.flow !== null ? shortenFlow(finding.flow) : finding.flow,
  };
}

/** The two ends of a flow. */
function shortenFlow(flow: string): string {
  const hops = flow.split(/\s*(?:→|->|=>)\s*/u).filter((hop) => hop !== '');
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
