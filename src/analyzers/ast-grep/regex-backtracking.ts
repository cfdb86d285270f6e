/**
 * Judges whether matching a regular expression can take exponential or polynomial time, by building an automaton and looking for two ways
 * around or between loops that read the same text. Bounded; too large an expression counts as harmless. Called by regex-faults.ts.
 */
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { ANY, type CharacterSet, commonCharacter, type Pattern, parsePattern } from './regex-syntax.ts';

interface Edge {
  readonly to: number;
  /** Null for a step that reads nothing. */
  readonly set: CharacterSet | null;
  /** A step that reads nothing, but may fail. */
  readonly isTest: boolean;
}

interface Loop {
  readonly state: number;
  readonly exit: number;
}

interface Automaton {
  readonly edges: Edge[][];
  readonly loops: Loop[];
}

const MAX_STATES = 300;
const MAX_VISITS = 20_000;
const MAX_PATHS = 100;
const MAX_WAY = 30;
const MAX_COPIES = 10;

export type Backtracking = 'exponential' | 'polynomial' | null;

export function judgeBacktracking(source: string): Backtracking {
  const pattern = /[*+{]/u.test(source) ? parsePattern(source) : null;
  if (!pattern) return null;
  const automaton: Automaton = { edges: [[]], loops: [] };
  const begin = startsAtAnchor(pattern)
    ? 0
    : addLoop(automaton, { kind: 'set', set: ANY, literal: null, source: '' }, 0);
  const end = begin === null ? null : addPattern(automaton, pattern, begin);
  if (end === null) return null;
  const steps = createSteps(automaton);
  const risky = automaton.loops.filter(({ exit }) => !reachesFreely(automaton, exit, end));
  const isOver = createFreeTest(automaton, end, false);
  if (risky.some(({ state }) => isAmbiguous(createFreeTest(automaton, state, true), steps, state, isOver)))
    return 'exponential';
  const isPolynomial = risky.some((second) =>
    automaton.loops.some((first) => {
      const isFirst = createFreeTest(automaton, first.state, true);
      const isSecond = createFreeTest(automaton, second.state, true);
      return first !== second && isChained(steps, [first.state, second.state], { isFirst, isSecond, isOver });
    }),
  );
  return isPolynomial ? 'polynomial' : null;
}

/** Adds a pattern from a state; gives its last state, or null where the automaton grows too large. */
function addPattern(automaton: Automaton, pattern: Pattern, from: number): number | null {
  if (automaton.edges.length > MAX_STATES) return null;
  if (pattern.kind === 'set') return addEdge(automaton, from, { set: pattern.set, isTest: false });
  if (pattern.kind === 'group') return addPattern(automaton, pattern.body, from);
  if (pattern.kind === 'choice') return addChoice(automaton, pattern.options, from);
  if (pattern.kind === 'repeat') return addRepeat(automaton, pattern, from);
  if (pattern.kind !== 'sequence') return addEdge(automaton, from, { set: null, isTest: pattern.kind !== 'empty' });
  let state: number | null = from;
  for (const item of pattern.items) state = state === null ? null : addPattern(automaton, item, state);
  return state;
}

function addEdge({ edges }: Automaton, from: number, how: Omit<Edge, 'to'>): number {
  edges[from]?.push({ to: edges.length, ...how });
  return edges.push([]) - 1;
}

const join = ({ edges }: Automaton, from: number, to: number): void => {
  edges[from]?.push({ to, set: null, isTest: false });
};

const FREE = { set: null, isTest: false } as const;

function addChoice(automaton: Automaton, options: readonly Pattern[], from: number): number | null {
  const ends = options.map((option) => addPattern(automaton, option, addEdge(automaton, from, FREE)));
  const end = automaton.edges.push([]) - 1;
  for (const state of ends) {
    if (state === null) return null;
    join(automaton, state, end);
  }
  return end;
}

function addRepeat(
  automaton: Automaton,
  { body, min, max }: Extract<Pattern, { kind: 'repeat' }>,
  from: number,
): number | null {
  let state: number | null = from;
  for (let copy = 0; copy < Math.min(min, MAX_COPIES); copy += 1)
    state = state === null ? null : addPattern(automaton, body, state);
  if (state === null || max === Number.POSITIVE_INFINITY || max > MAX_COPIES * 2)
    return state === null ? null : addLoop(automaton, body, state);
  const end = automaton.edges.push([]) - 1;
  join(automaton, state, end);
  for (let copy = min; copy < Math.min(max, min + MAX_COPIES); copy += 1) {
    state = state === null ? null : addPattern(automaton, body, state);
    if (state === null) return null;
    join(automaton, state, end);
  }
  return end;
}

function addLoop(automaton: Automaton, body: Pattern, from: number): number | null {
  const start = addEdge(automaton, from, FREE);
  const end = addPattern(automaton, body, start);
  if (end === null) return null;
  join(automaton, end, start);
  const exit = addEdge(automaton, start, FREE);
  automaton.loops.push({ state: start, exit });
  return exit;
}

interface Step {
  readonly to: number;
  readonly set: CharacterSet;
  /** The way it takes, so that two ways to the same character can be told apart. */
  readonly way: string;
}

type Steps = (state: number) => readonly Step[];

/** Steps that read a character, each way through empty ones counted on its own. */
function createSteps({ edges }: Automaton): Steps {
  const known = new Map<number, readonly Step[]>();
  const walk = (state: number, way: readonly string[], found: Step[]): void => {
    for (const [at, { to, set }] of (edges[state] ?? []).entries()) {
      const edge = `${state}.${at}`;
      if (found.length >= MAX_PATHS || way.includes(edge)) continue;
      if (set) found.push({ to, set, way: `${way.join(' ')} ${edge}` });
      else if (way.length < MAX_WAY) walk(to, [...way, edge], found);
    }
  };
  return (state) =>
    getOrAdd(known, state, () => {
      const steps: Step[] = [];
      walk(state, [], steps);
      return steps;
    });
}

type StateTest = (state: number) => boolean;

/** Whether two different ways lead from a loop back to it over the same text, and no match can end on the way. */
function isAmbiguous(isHome: StateTest, steps: Steps, loop: number, isOver: StateTest): boolean {
  const seen = new Set<string>();
  const open: { readonly a: number; readonly b: number; readonly differ: boolean }[] = [
    { a: loop, b: loop, differ: false },
  ];
  for (let next = open.pop(); next && seen.size < MAX_VISITS; next = open.pop()) {
    const pairs = pairSteps(steps(next.a), steps(next.b));
    for (const [first, second] of pairs.filter((pair) => !pair.some(({ to }) => isOver(to)))) {
      const differ = next.differ || first.way !== second.way;
      if (differ && isHome(first.to) && isHome(second.to)) return true;
      const key = `${first.to} ${second.to} ${differ}`;
      if (!seen.has(key)) open.push({ a: first.to, b: second.to, differ });
      seen.add(key);
    }
  }
  return false;
}

/** Pairs of steps that can read the same character. */
const pairSteps = (a: readonly Step[], b: readonly Step[]): readonly (readonly [Step, Step])[] =>
  a.flatMap((first) =>
    b.flatMap((second) => (commonCharacter(first.set, second.set) === null ? [] : [[first, second] as const])),
  );

/** Whether a text leads around the first loop, around the second, and from the first into the second, with no end between. */
function isChained(
  steps: Steps,
  [first, second]: readonly [number, number],
  { isFirst, isSecond, isOver }: Readonly<Record<'isFirst' | 'isSecond' | 'isOver', StateTest>>,
): boolean {
  const seen = new Set<string>();
  const open: (readonly [number, number, number])[] = [[first, first, second]];
  for (let next = open.pop(); next && seen.size < MAX_VISITS; next = open.pop()) {
    for (const states of tripleSteps(steps(next[0]), steps(next[1]), steps(next[2]))) {
      if (isOver(states[1]) || isOver(states[2])) continue;
      if (isFirst(states[0]) && isSecond(states[1]) && isSecond(states[2])) return true;
      const key = states.join(' ');
      if (!seen.has(key)) open.push(states);
      seen.add(key);
    }
  }
  return false;
}

const tripleSteps = (
  a: readonly Step[],
  b: readonly Step[],
  c: readonly Step[],
): readonly (readonly [number, number, number])[] =>
  pairSteps(a, b).flatMap(([first, second]) =>
    c.flatMap((third) =>
      commonCharacter(first.set, third.set) !== null && commonCharacter(second.set, third.set) !== null
        ? [[first.to, second.to, third.to] as const]
        : [],
    ),
  );

/** Whether states lead to that one without reading anything. */
function createFreeTest(automaton: Automaton, goal: number, throughTests: boolean): StateTest {
  const known = new Map<number, boolean>();
  return (state) => getOrAdd(known, state, () => reachesFreely(automaton, state, goal, throughTests));
}

/** Whether a state leads to another without reading anything and, unless tests are let through, without a test. */
function reachesFreely({ edges }: Automaton, from: number, goal: number, throughTests = false): boolean {
  const seen = new Set([from]);
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === goal) return true;
    for (const { to, set, isTest } of edges[next] ?? []) {
      if (set !== null || seen.has(to) || (isTest && !throughTests)) continue;
      seen.add(to);
      open.push(to);
    }
  }
  return false;
}

function startsAtAnchor(pattern: Pattern): boolean {
  if (pattern.kind === 'anchor') return pattern.text === '^' || pattern.text === '\\A';
  if (pattern.kind === 'sequence') return pattern.items[0] !== undefined && startsAtAnchor(pattern.items[0]);
  if (pattern.kind === 'group') return startsAtAnchor(pattern.body);
  return pattern.kind === 'choice' && pattern.options.every(startsAtAnchor);
}
