/**
 * Findings that mean the same, put together (FACT-09, AUD-22, AUD-27). Nothing is dropped: every finding is a member of
 * exactly one group. The result does not depend on the order of the findings.
 */
import { clusterTexts } from './cluster-texts.ts';
import { compareSeverity, highestSeverity, type Severity } from './severity.ts';
import { extractWords, overlapOf } from './word-overlap.ts';

export interface Mergeable {
  readonly id: string | null;
  readonly agent: string;
  readonly severity: Severity;
  readonly confidence: number;
  readonly file: string | null;
  readonly line: number | null;
  readonly endLine: number | null;
  readonly cwe: string | null;
  readonly rule: string | null;
  readonly category: string | null;
  readonly title: string;
  readonly issue: string;
  readonly evidence: string | null;
  readonly source: string | null;
  readonly flow: string | null;
}

export interface MergedGroup<T> {
  /** The member that tells it best: confidence, then flow, then severity, then an agent before a rule (FACT-09). */
  readonly representative: T;
  readonly members: readonly T[];
  readonly severity: Severity;
  /** First and last line over all members; null where none has a place. */
  readonly line: number | null;
  readonly endLine: number | null;
}

/** Lines between two findings that are still one place. */
export const NEAR_LINES = 5;
/** Words two texts at one place must share where nothing else tells them apart. */
const SAME_PLACE_LIKENESS = 0.25;
/** Groups of a place that are looked at word by word. */
const LOOK_BACK = 8;

interface Bucket<T> {
  readonly placed: T[];
  readonly placeless: T[];
}

export function mergeFindings<T extends Mergeable>(findings: readonly T[]): readonly MergedGroup<T>[] {
  const byFile = new Map<string, Bucket<T>>();
  for (const finding of findings) {
    const key = finding.file ?? '';
    const bucket = byFile.get(key) ?? { placed: [], placeless: [] };
    (isPlaced(finding) ? bucket.placed : bucket.placeless).push(finding);
    byFile.set(key, bucket);
  }
  return [...byFile.keys()].toSorted().flatMap((key) => {
    const { placed = [], placeless = [] } = byFile.get(key) ?? {};
    return [
      ...groupPlaced(placed.toSorted(compareFindings)),
      ...groupPlaceless(placeless.toSorted(compareFindings)),
    ].map(summarize);
  });
}

const isPlaced = ({ file, line }: Mergeable): boolean => file !== null && line !== null;
const firstLine = ({ line }: Mergeable): number => line ?? 0;
const lastLine = ({ line, endLine }: Mergeable): number => Math.max(line ?? 0, endLine ?? 0);

const ORDER_KEYS = ['cwe', 'rule', 'category', 'agent', 'id', 'title', 'issue', 'evidence', 'source', 'flow'] as const;

/** A total order on everything that tells two findings apart, by place first. */
function compareFindings(a: Mergeable, b: Mergeable): number {
  const byPlace = firstLine(a) - firstLine(b) || lastLine(a) - lastLine(b) || compareSeverity(a.severity, b.severity);
  if (byPlace !== 0) return byPlace;
  for (const key of ORDER_KEYS) {
    const [left, right] = [a[key] ?? '', b[key] ?? ''];
    if (left !== right) return left < right ? -1 : 1;
  }
  return b.confidence - a.confidence;
}

// ------------------------------------------------------------------------------------------- findings with a place

interface OpenGroup<T> {
  /** The first finding of the group. Others are compared with it alone, so that a group cannot creep down a file. */
  readonly anchor: T;
  readonly members: T[];
  words: ReadonlySet<string> | null;
}

/** One pass from top to bottom: each finding joins the last group that stands for the same thing, or opens its own. */
function groupPlaced<T extends Mergeable>(sorted: readonly T[]): readonly T[][] {
  const groups: OpenGroup<T>[] = [];
  const latest = new Map<string, OpenGroup<T>>();
  for (const finding of sorted) {
    const group = findByKey(finding, latest) ?? findByWords(finding, groups);
    if (group) {
      group.members.push(finding);
      if (isSourced(finding)) latest.set(`source ${normalizeSource(finding.source)}`, group);
      continue;
    }
    const opened = { anchor: finding, members: [finding], words: null };
    groups.push(opened);
    for (const key of keysOf(finding)) latest.set(key, opened);
  }
  return groups.map(({ members }) => members);
}

const isNear = (anchor: Mergeable, finding: Mergeable): boolean => firstLine(finding) - lastLine(anchor) <= NEAR_LINES;

/** Keys a group is found by. Where a CWE is known it decides; the category serves those that have none. */
function keysOf(finding: Mergeable): readonly string[] {
  const keys: string[] = [];
  if (finding.cwe !== null) keys.push(`cwe ${finding.cwe}`);
  if (finding.rule !== null) keys.push(`rule ${finding.rule}`);
  if (finding.category !== null)
    keys.push(`category ${finding.category}`, `category ${finding.category} ${finding.cwe === null}`);
  if (isSourced(finding)) keys.push(`source ${normalizeSource(finding.source)}`);
  return keys;
}

function findByKey<T extends Mergeable>(finding: T, latest: ReadonlyMap<string, OpenGroup<T>>): OpenGroup<T> | null {
  const sameSource = isSourced(finding) ? latest.get(`source ${normalizeSource(finding.source)}`) : undefined;
  if (sameSource && (namesLine(finding.source) || isNear(sameSource.anchor, finding))) return sameSource;
  const keys =
    finding.cwe === null
      ? [`rule ${finding.rule}`, `category ${finding.category}`]
      : [`cwe ${finding.cwe}`, `category ${finding.category} true`];
  for (const key of keys) {
    const group = latest.get(key);
    if (group && isNear(group.anchor, finding) && isSameClass(group.anchor, finding)) return group;
  }
  return null;
}

/** Same CWE; where one of them has none, the same rule, or the same category unless two rules differ (AUD-22). */
function isSameClass(a: Mergeable, b: Mergeable): boolean {
  if (a.cwe !== null && b.cwe !== null) return a.cwe === b.cwe;
  if (a.rule !== null && b.rule !== null) return a.rule === b.rule;
  return a.category !== null && a.category === b.category;
}

/** At one place two agents may use other categories for the same thing; then their words decide. Rules speak by name only. */
function findByWords<T extends Mergeable>(finding: T, groups: readonly OpenGroup<T>[]): OpenGroup<T> | null {
  let words: ReadonlySet<string> | null = null;
  for (const group of groups.slice(-LOOK_BACK).reverse()) {
    if (!isNear(group.anchor, finding) || !mayShareWords(group.anchor, finding)) continue;
    words ??= extractWords(textOf(finding));
    group.words ??= extractWords(textOf(group.anchor));
    if (overlapOf(words, group.words) >= SAME_PLACE_LIKENESS) return group;
  }
  return null;
}

const mayShareWords = (a: Mergeable, b: Mergeable): boolean =>
  a.agent !== b.agent && (a.cwe === null || b.cwe === null) && (a.rule === null || b.rule === null);

const isSourced = <T extends Mergeable>(finding: T): finding is T & { readonly source: string } =>
  finding.source !== null && finding.source.trim() !== '';
const normalizeSource = (source: string): string => source.replace(/\s+/gu, ' ').trim();
/** `expr :42` is one parameter wherever its sinks are; a bare expression only at one place. */
const namesLine = (source: string | null): boolean => source !== null && /:\d+\s*$/u.test(source);

// ------------------------------------------------------------------------------------------- findings without one

function groupPlaceless<T extends Mergeable>(sorted: readonly T[]): readonly T[][] {
  if (sorted.length < 2) return sorted.map((finding) => [finding]);
  const clusters = clusterTexts(sorted.map((finding) => ({ agent: finding.agent, text: textOf(finding) })));
  return clusters.map((cluster) => cluster.flatMap((index) => sorted[index] ?? []));
}

const textOf = ({ title, issue }: Mergeable): string => (issue.includes(title) ? issue : `${title}\n${issue}`);

// ------------------------------------------------------------------------------------------- what a group shows

function summarize<T extends Mergeable>(members: readonly T[]): MergedGroup<T> {
  const placed = members.filter(isPlaced);
  return {
    representative: members.reduce((best, member) => (compareTelling(member, best) < 0 ? member : best)),
    members,
    severity: members.map(({ severity }) => severity).reduce(highestSeverity),
    line:
      placed.length === 0
        ? null
        : placed.reduce((line, finding) => Math.min(line, firstLine(finding)), Number.POSITIVE_INFINITY),
    endLine: placed.length === 0 ? null : placed.reduce((line, finding) => Math.max(line, lastLine(finding)), 0),
  };
}

const compareTelling = (a: Mergeable, b: Mergeable): number =>
  b.confidence - a.confidence ||
  Number(b.flow !== null) - Number(a.flow !== null) ||
  compareSeverity(a.severity, b.severity) ||
  Number(a.rule !== null) - Number(b.rule !== null);
