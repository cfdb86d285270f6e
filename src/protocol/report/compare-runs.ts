/**
 * Compares two report documents and returns a comparison document: findings that are new, fixed, still there, and those of which
 * only one run could tell. The same finding has the same fingerprint. Called by cli/commands/runs-command.ts and web/app.ts.
 */

import { compareDimensions } from '../findings/dimension.ts';
import { compareSeverity } from '../findings/severity.ts';
import { compareText } from '../text/compare-text.ts';
import type {
  ComparedFinding,
  ComparedRun,
  ComparisonDocument,
  ComparisonEntry,
  FindingChange,
} from './comparison-document.ts';
import { explainUnseen, isGone } from './coverage-comparison.ts';
import { COMPARISON_SCHEMA } from './document-names.ts';
import type { ReportDocument, ReportFinding } from './report-document.ts';

/** In the order in which they are shown. */
export const FINDING_CHANGES = [
  'new',
  'newly_seen',
  'fixed',
  'unknown',
  'still_there',
] as const satisfies readonly FindingChange[];

export function compareRuns(before: ReportDocument, after: ReportDocument): ComparisonDocument {
  const placed = placeAll(before, after);
  const entriesOf = (change: FindingChange): readonly ComparisonEntry[] =>
    placed
      .filter((entry) => entry.change === change)
      .map(({ change: _change, ...entry }) => entry)
      .toSorted(compareEntries);
  const lists = Object.fromEntries(FINDING_CHANGES.map((change) => [change, entriesOf(change)])) as Record<
    FindingChange,
    readonly ComparisonEntry[]
  >;
  return {
    schema: COMPARISON_SCHEMA,
    before: describeRun(before),
    after: describeRun(after),
    differences: listDifferences(before, after),
    counts: Object.fromEntries(FINDING_CHANGES.map((change) => [change, lists[change].length])) as Record<
      FindingChange,
      number
    >,
    ...lists,
  };
}

interface PlacedEntry extends ComparisonEntry {
  readonly change: FindingChange;
}

const isOpen = ({ status }: Pick<ReportFinding, 'status'>): boolean => status !== 'rejected' && status !== 'suppressed';

/** Every finding that counts in one of the runs, once. Equal fingerprints of a run meet in their order. */
function placeAll(before: ReportDocument, after: ReportDocument): readonly PlacedEntry[] {
  const waiting = new Map<string, ReportFinding[]>();
  for (const finding of after.findings) {
    const queue = waiting.get(finding.fingerprint) ?? [];
    waiting.set(finding.fingerprint, [...queue, finding]);
  }
  const pairs = before.findings.map((finding) => [finding, waiting.get(finding.fingerprint)?.shift() ?? null] as const);
  const rest = [...waiting.values()].flat();
  return [
    ...pairs.flatMap(([old, now]) => (now === null ? placeLost(old, before, after) : placePair(old, now))),
    ...rest.flatMap((now) => placeFresh(now, before, after)),
  ];
}

function placePair(old: ReportFinding, now: ReportFinding): readonly PlacedEntry[] {
  if (!isOpen(old) && !isOpen(now)) return [];
  const entry = { fingerprint: now.fingerprint, before: pick(old), after: pick(now) };
  if (!isOpen(old)) return [{ ...entry, change: 'new', reason: `it was ${old.status} before` }];
  const reasons = [
    ...(isOpen(now) ? [] : [`${now.status} now`]),
    ...(old.severity === now.severity ? [] : [`was ${old.severity}`]),
  ];
  return [{ ...entry, change: 'still_there', reason: reasons.join(', ') || null }];
}

function placeLost(old: ReportFinding, before: ReportDocument, after: ReportDocument): readonly PlacedEntry[] {
  if (!isOpen(old)) return [];
  const unseen = explainUnseen(old, before, after);
  const gone = isGone(old.file, before, after) ? 'the file is gone' : null;
  const entry = { fingerprint: old.fingerprint, before: pick(old), after: null };
  return [
    unseen === null ? { ...entry, change: 'fixed', reason: gone } : { ...entry, change: 'unknown', reason: unseen },
  ];
}

function placeFresh(now: ReportFinding, before: ReportDocument, after: ReportDocument): readonly PlacedEntry[] {
  if (!isOpen(now)) return [];
  const unseen = explainUnseen(now, after, before);
  const gone = isGone(now.file, after, before) ? 'the file is new' : null;
  const entry = { fingerprint: now.fingerprint, before: null, after: pick(now) };
  return [
    unseen === null ? { ...entry, change: 'new', reason: gone } : { ...entry, change: 'newly_seen', reason: unseen },
  ];
}

const pick = (finding: ReportFinding): ComparedFinding => ({
  id: finding.id,
  severity: finding.severity,
  category: finding.category,
  dimension: finding.dimension,
  cwe: finding.cwe,
  file: finding.file,
  line: finding.line,
  title: finding.title,
  status: finding.status,
  introduced: finding.introduced,
});

/** The finding as the newest run has it. */
export const newestOf = ({ before, after }: ComparisonEntry): ComparedFinding => {
  const newest = after ?? before;
  if (newest === null) throw new Error('an entry has a finding of one run at least');
  return newest;
};

function compareEntries(a: ComparisonEntry, b: ComparisonEntry): number {
  const [left, right] = [newestOf(a), newestOf(b)];
  return (
    compareSeverity(left.severity, right.severity) ||
    compareText(left.file, right.file) ||
    left.line - right.line ||
    compareText(a.fingerprint, b.fingerprint)
  );
}

const describeRun = ({ run, scope, verdict, complete, findings }: ReportDocument): ComparedRun => ({
  id: run.id,
  playbook: run.playbook,
  mode: run.mode,
  model: run.model,
  selection: scope.selection,
  started_at: run.started_at,
  verdict,
  complete,
  findings: findings.filter(isOpen).length,
});

function listDifferences(before: ReportDocument, after: ReportDocument): readonly string[] {
  const facts = [
    ['playbook', before.run.playbook, after.run.playbook],
    ...(before.run.playbook === after.run.playbook ? ([['mode', before.run.mode, after.run.mode]] as const) : []),
    ['model', before.run.model, after.run.model],
    ['scope', before.scope.selection, after.scope.selection],
  ] as const;
  return [
    ...facts.filter(([, old, now]) => old !== now).map(([name, old, now]) => `${name}: ${old} → ${now}`),
    ...nameOnlyIn('reviewers', listReviewers(before), listReviewers(after)),
    ...nameOnlyIn('dimensions', listDimensions(before), listDimensions(after)),
    ...countFiles(before, after),
    ...(before.complete ? [] : ['the first run is incomplete']),
    ...(after.complete ? [] : ['the second run is incomplete']),
  ];
}

function nameOnlyIn(what: string, old: readonly string[], now: readonly string[]): readonly string[] {
  const lost = old.filter((name) => !now.includes(name));
  const fresh = now.filter((name) => !old.includes(name));
  return [
    ...(lost.length > 0 ? [`${what} of the first run only: ${lost.join(', ')}`] : []),
    ...(fresh.length > 0 ? [`${what} of the second run only: ${fresh.join(', ')}`] : []),
  ];
}

/** In an audit agents are numbered, and other ones every time. */
const listReviewers = ({ run, agents }: ReportDocument): readonly string[] =>
  run.playbook === 'audit' ? [] : [...new Set(agents.map(({ agent }) => agent))].sort(compareText);

const listDimensions = ({ coverage }: ReportDocument): readonly string[] =>
  (Object.keys(coverage.dimensions) as (keyof typeof coverage.dimensions)[]).sort(compareDimensions);

function countFiles(before: ReportDocument, after: ReportDocument): readonly string[] {
  const onlyBefore = countOnlyIn(before, after);
  const onlyAfter = countOnlyIn(after, before);
  return onlyBefore + onlyAfter === 0
    ? []
    : [`files in scope: ${onlyBefore} only in the first run, ${onlyAfter} only in the second`];
}

function countOnlyIn({ coverage }: ReportDocument, other: ReportDocument): number {
  const known = new Set(other.coverage.files.map(({ path }) => path));
  return coverage.files.filter(({ path }) => !known.has(path)).length;
}
