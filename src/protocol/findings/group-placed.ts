/**
 * Groups the sorted findings of one file that report the same problem: on the same or near lines (5) with the same CWE, rule or
 * like words, or from the same data source anywhere in the file (FACT-09, AUD-22). Returns lists of findings, the topmost first.
 * Called by merge.ts.
 */
import { agentRunOf, firstLine, lastLine, type Mergeable, subjectsOf, textOf } from './mergeable.ts';
import { extractNames, extractWords, isTemplatePair, type NamedWords, overlapOf } from './word-overlap.ts';

export interface MergeRules {
  /**
   * Whether near lines of one agent are one place. In an audit they are (FACT-09), unless rules name them; in a review an agent
   * that names two lines means two problems, and only reports of different agent runs are put together.
   */
  readonly joinsOwn: boolean;
  /** The part of the file a finding stands in, such as a handler: what stands in two of them is never one for being near. */
  readonly partOf?: (finding: Mergeable) => string;
}

/** Lines between two findings that are still one place. */
export const NEAR_LINES = 5;
/** Words two texts at one place must share where nothing else connects them, and where their category does. */
const SAME_PLACE_LIKENESS = 0.25;
const SAME_CATEGORY_LIKENESS = 0.1;
/** Words two reports of one agent run on one line must share to be one. */
const OWN_LIKENESS = 0.6;
/** Groups of a place that are looked at word by word. */
const WORD_LOOK_BACK = 8;
/** Groups before a finding among which its like is looked for. */
const SAME_LOOK_BACK = 64;

interface Group<T> {
  /** The first finding. Others are compared with it alone, so that a group cannot creep down a file. */
  readonly anchor: T;
  readonly members: T[];
  readonly agentRuns: string[];
  /** Of any member: what has none of its own cannot bring two together. */
  cwe: string | null;
  subjects: readonly string[];
  words: ReadonlySet<string> | null;
  names: NamedWords | null;
}

type Meets = (group: Group<Mergeable>, other: Group<Mergeable>) => boolean;

/**
 * Groups of findings sorted by place; the first finding of each is the topmost. Works stretch by stretch: findings with
 * no near line between them never meet, unless one source connects a whole file.
 */
export function groupPlaced<T extends Mergeable>(sorted: readonly T[], rules: MergeRules): readonly T[][] {
  if (sorted.some(({ source }) => source !== null)) return groupStretch(sorted, rules);
  const groups: T[][] = [];
  let start = 0;
  let end = Number.POSITIVE_INFINITY;
  for (const [i, finding] of sorted.entries()) {
    if (firstLine(finding) - end > NEAR_LINES) {
      pushStretch(groups, sorted.slice(start, i), rules);
      start = i;
    }
    end = i === start ? lastLine(finding) : Math.max(end, lastLine(finding));
  }
  if (sorted.length > 0) pushStretch(groups, sorted.slice(start), rules);
  return groups;
}

function pushStretch<T extends Mergeable>(groups: T[][], stretch: T[], rules: MergeRules): void {
  if (stretch.length === 1) groups.push(stretch);
  else for (const group of groupStretch(stretch, rules)) groups.push(group);
}

function groupStretch<T extends Mergeable>(sorted: readonly T[], rules: MergeRules): readonly T[][] {
  const single = sorted.map(
    (anchor): Group<T> => ({
      anchor,
      members: [anchor],
      agentRuns: [agentRunOf(anchor)],
      cwe: anchor.cwe,
      subjects: subjectsOf(anchor.extra),
      words: null,
      names: null,
    }),
  );
  const lines = sweep(
    single,
    (group, other) =>
      firstLine(group.anchor) === firstLine(other.anchor) &&
      !areTwoMatters(group, other) &&
      (rules.joinsOwn ||
        (areDisjoint(group, other) && !areTwoFaults(group, other)) ||
        isRepeat(group.anchor, other.anchor)),
  );
  const places = sweep(
    lines,
    (group, other) =>
      isReached(group.anchor, other.anchor) &&
      !areTwoMatters(group, other) &&
      (rules.joinsOwn
        ? !areTwoHits(group, other) && !areTwoParts(group, other, rules)
        : areDisjoint(group, other) &&
          !areTwoFaults(group, other) &&
          !areTwoRules(group, other) &&
          !isTemplatePair(namesOf(group), namesOf(other))),
  );
  return places.map(({ members }) => members);
}

/** Rules that name two lines mean two problems, however near: two packages of one manifest, two steps of one workflow. */
const areTwoRules: Meets = ({ anchor: a }, { anchor: b }) =>
  a.rule !== null && b.rule !== null && a.rule !== b.rule && firstLine(b) > lastLine(a) && !isSameSource(a, b);

/** Rules of two reviewers that name two kinds of fault do not agree, though one value leads to both: a command and a crash. */
const areTwoFaults: Meets = ({ anchor: a, cwe }, { anchor: b, cwe: other }) =>
  a.rule !== null && b.rule !== null && a.rule !== b.rule && a.category !== b.category && cwe !== other;

/** The same flaw said twice is one; a rule that names two lines has seen two, and so have two rules of one agent run. */
const areTwoHits: Meets = (group, other) => {
  const [a, b] = [group.anchor, other.anchor];
  const isSameRule = a.rule !== null && a.rule === b.rule && firstLine(b) > lastLine(a) && !isSameSource(a, b);
  return isSameRule || (areTwoRules(group, other) && !areDisjoint(group, other));
};

const areTwoParts = (
  { anchor: a }: Group<Mergeable>,
  { anchor: b }: Group<Mergeable>,
  { partOf }: MergeRules,
): boolean => partOf?.(a) !== partOf?.(b) && !isSameSource(a, b);

/**
 * Two dependencies, or two kinds of fault that one reviewer's rules see in one; two ways of data, seen by rules, that share
 * neither end. A manifest or a program may write them all in one line.
 */
const areTwoMatters: Meets = (group, other) => {
  const [a, b] = [group.anchor, other.anchor];
  const [some, others] = [group.subjects, other.subjects];
  if (some.length > 0 && others.length > 0 && !some.some((subject) => others.includes(subject))) return true;
  if (a.rule === null || b.rule === null) return false;
  if (some.length + others.length > 0)
    return a.rule !== b.rule && a.category !== b.category && !areDisjoint(group, other);
  return isOtherText(a.source, b.source) && isOtherText(a.sink, b.sink);
};

const isOtherText = (a: string | null | undefined, b: string | null | undefined): boolean => {
  if (!(a && b)) return false;
  const [one, two] = [a, b].map((text) => normalizeSource(text).replace(/ :\d+$/u, ''));
  return one !== undefined && two !== undefined && !one.includes(two) && !two.includes(one);
};

const areDisjoint: Meets = (group, other) => !other.agentRuns.some((agentRun) => group.agentRuns.includes(agentRun));

function wordsOf(group: Group<Mergeable>): ReadonlySet<string> {
  group.words ??= extractWords(textOf(group.anchor));
  return group.words;
}

function namesOf(group: Group<Mergeable>): NamedWords {
  group.names ??= extractNames(textOf(group.anchor));
  return group.names;
}

/** One agent run names one problem twice: by its CWE or rule, or in nearly the same words. */
const isRepeat = (a: Mergeable, b: Mergeable): boolean =>
  (a.cwe !== null && a.cwe === b.cwe) ||
  (a.rule !== null && a.rule === b.rule) ||
  overlapOf(extractWords(textOf(a)), extractWords(textOf(b))) >= OWN_LIKENESS;

/** `expr :42` is one source wherever its sinks are; anything else has to be near. */
const isReached = (anchor: Mergeable, finding: Mergeable): boolean =>
  firstLine(finding) - lastLine(anchor) <= NEAR_LINES ||
  (isSameSource(anchor, finding) && /:\d+\s*$/u.test(anchor.source ?? ''));

/** Each group joins the last one before it that stands for the same thing and that it meets, or stays by itself. */
function sweep<T extends Mergeable>(sorted: readonly Group<T>[], meets: Meets): readonly Group<T>[] {
  const groups: Group<T>[] = [];
  const bySource = new Map<string, Group<T>>();
  for (const group of sorted) {
    const { source } = group.anchor;
    const origin = source === null ? '' : normalizeSource(source);
    const found =
      findBySource(group, bySource.get(origin), meets) ??
      findSame(group, groups, meets) ??
      findByWords(group, groups, meets);
    if (found) absorb(found, group);
    else groups.push(group);
    if (!found && origin !== '') bySource.set(origin, group);
  }
  return groups;
}

function absorb<T>(group: Group<T>, other: Group<T>): void {
  for (const member of other.members) group.members.push(member);
  group.cwe ??= other.cwe;
  if (group.subjects.length === 0) group.subjects = other.subjects;
  for (const agentRun of other.agentRuns) if (!group.agentRuns.includes(agentRun)) group.agentRuns.push(agentRun);
}

/** One source may connect places all over a file. */
const findBySource = <T extends Mergeable>(
  group: Group<T>,
  candidate: Group<T> | undefined,
  meets: Meets,
): Group<T> | null => (candidate && meets(candidate, group) ? candidate : null);

/** Near places stand near in the order, too: a bounded look back finds them without keeping a table. */
function findSame<T extends Mergeable>(group: Group<T>, groups: readonly Group<T>[], meets: Meets): Group<T> | null {
  const last = Math.max(0, groups.length - SAME_LOOK_BACK);
  for (let i = groups.length - 1; i >= last; i -= 1) {
    const candidate = groups[i];
    if (candidate && isSameThing(candidate, group) && meets(candidate, group)) return candidate;
  }
  return null;
}

/** Same CWE; where one has none, the same rule, or the same category in like words unless two rules differ (AUD-22). */
function isSameThing(group: Group<Mergeable>, other: Group<Mergeable>): boolean {
  const [a, b] = [group.anchor, other.anchor];
  if (group.cwe !== null && other.cwe !== null) return group.cwe === other.cwe;
  if (a.rule !== null && b.rule !== null) return a.rule === b.rule;
  if (a.category === null || a.category !== b.category) return false;
  return (
    firstLine(b) - lastLine(a) <= NEAR_LINES && overlapOf(wordsOf(group), wordsOf(other)) >= SAME_CATEGORY_LIKENESS
  );
}

const normalizeSource = (source: string): string => source.replace(/\s+/gu, ' ').trim();
const isSameSource = (a: Mergeable, b: Mergeable): boolean => {
  if (a.source === null || b.source === null) return false;
  const source = normalizeSource(a.source);
  return source !== '' && source === normalizeSource(b.source);
};

/** At one place two agents may use other categories for the same thing; then their words decide. Rules speak by name only. */
function findByWords<T extends Mergeable>(group: Group<T>, groups: readonly Group<T>[], meets: Meets): Group<T> | null {
  for (let i = groups.length - 1; i >= Math.max(0, groups.length - WORD_LOOK_BACK); i -= 1) {
    const candidate = groups[i];
    if (!candidate || !mayShareWords(candidate, group) || !meets(candidate, group)) continue;
    if (overlapOf(wordsOf(group), wordsOf(candidate)) >= SAME_PLACE_LIKENESS) return candidate;
  }
  return null;
}

const mayShareWords = (group: Group<Mergeable>, other: Group<Mergeable>): boolean =>
  agentRunOf(group.anchor) !== agentRunOf(other.anchor) &&
  (group.cwe === null || other.cwe === null) &&
  (group.anchor.rule === null || other.anchor.rule === null);
