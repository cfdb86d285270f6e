/**
 * Findings of one file that stand at the same place for the same reason (FACT-09, AUD-22). One pass from top to bottom;
 * cost grows with the number of findings, however they are spread.
 */
import { firstLine, lastLine, type Mergeable, textOf } from './mergeable.ts';
import { extractWords, overlapOf } from './word-overlap.ts';

/** Lines between two findings that are still one place. */
export const NEAR_LINES = 5;
/** Words two texts at one place must share where nothing else tells them apart. */
const SAME_PLACE_LIKENESS = 0.25;
/** Groups of a place that are looked at word by word. */
const LOOK_BACK = 8;

interface OpenGroup<T> {
  /** The first finding of the group. Others are compared with it alone, so that a group cannot creep down a file. */
  readonly anchor: T;
  readonly members: T[];
  words: ReadonlySet<string> | null;
}

/** Each finding joins the last group that stands for the same thing, or opens its own. */
export function groupPlaced<T extends Mergeable>(sorted: readonly T[]): readonly T[][] {
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
  for (let i = groups.length - 1; i >= Math.max(0, groups.length - LOOK_BACK); i -= 1) {
    const group = groups[i];
    if (!group || !isNear(group.anchor, finding) || !mayShareWords(group.anchor, finding)) continue;
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
