/**
 * Completes the flow of a finding across files: from an entry point that strangers reach, through at most eight calls, to the sink; or
 * says why it breaks off (FACT-04, FACT-07). Follows the parameter that reaches the sink to the argument that fills it, as far as
 * names tell. Pure; the search is breadth first and bounded. Called by reviewers/embedded/audit/open-audit-context.ts.
 */
import type { FlowStep } from '../ports/auditor.ts';
import type { ClaimedFinding } from '../protocol/findings/finding.ts';
import { type BreakReason, type CallGraph, type GraphEdge, type GraphNode, nodeAt, topOf } from './call-graph.ts';
import type { CodePlace, EntryPoint } from './recon.ts';

/** Where the sink stands. */
export interface FlowTarget extends CodePlace {
  /** The sink in words; `sink` where nothing is given. */
  readonly what?: string;
  /** Names on the way inside the function of the sink, where they are known: the parameter that reaches it. */
  readonly names?: readonly string[];
}

/** What a finding says about its own flow; names are taken from source and sink, strings left aside. */
export function toFlowTarget(finding: CodePlace & Pick<ClaimedFinding, 'source' | 'sink'>): FlowTarget {
  const said = `${finding.source ?? ''} ${finding.sink ?? ''}`
    .slice(0, 2_000)
    .replace(/(['"`])(?:(?!\1)[^\\\n]|\\.)*\1/gu, ' ');
  const names = [...new Set(said.match(/[A-Za-z_$][\w$]*/gu) ?? [])];
  return { file: finding.file, line: finding.line, names, ...(finding.sink ? { what: finding.sink } : {}) };
}

export interface HandedValue extends CodePlace {
  /** Arguments as written. */
  readonly text: string;
  readonly names: readonly string[];
  /** Node of the function that hands it on. */
  readonly node: string;
}

export type CompletedFlow =
  | {
      readonly status: 'complete';
      readonly entry: EntryPoint;
      /** Entry point first, sink last. */
      readonly steps: readonly FlowStep[];
      /** True where a step rests on a name alone. */
      readonly isGuess: boolean;
      /** Whether the value itself was followed all the way, not only the calls. */
      readonly isValueTraced: boolean;
      /** What the call in the function of the entry point hands on; null where the sink is in it, or the value was lost. */
      readonly handed: HandedValue | null;
    }
  | {
      readonly status: 'broken';
      readonly reason: BreakReason;
      /** From the last function that could be reached to the sink. */
      readonly steps: readonly FlowStep[];
      /** Where it breaks, in words. */
      readonly note: string;
    };

export const MAX_CALLS = 8;
const MAX_VISITS = 5_000;

/** How strangers get in: what answers requests, messages, remote calls; commands last. */
const KINDS = ['http', 'rpc', 'message', 'job', 'cli', 'exported-api'] as const;

/** Entry points by the function that answers; built once per survey. What a server exports is its own business. */
export type EntryIndex = ReadonlyMap<string, EntryPoint>;

export function indexEntries(graph: CallGraph, entries: readonly EntryPoint[]): EntryIndex {
  const found = new Map<string, EntryPoint>();
  const isServer = entries.some(({ kind }) => kind === 'http');
  const outside = entries.filter(({ kind }) => !(isServer && kind === 'exported-api'));
  const routes = Map.groupBy(
    outside.filter(({ kind }) => kind === 'http'),
    ({ file }) => file,
  );
  /** A file that answers by itself has one route; the code of a table of routes runs at start, for no request. */
  const isTop = ({ kind, file, handler }: EntryPoint): boolean =>
    handler === null && (kind !== 'http' || routes.get(file)?.length === 1);
  const ranked = outside.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  for (const entry of ranked)
    for (const key of keysOf(graph, entry, isTop(entry))) if (!found.has(key)) found.set(key, entry);
  return found;
}

/** Functions through which an entry point is entered; the top of its file where the file itself answers. */
function keysOf(graph: CallGraph, entry: EntryPoint, isTop: boolean): readonly string[] {
  const place = entry.handlerPlace ?? (entry.kind === 'http' ? null : entry);
  const node = place ? handlerAt(graph, place.file, place.line) : null;
  if (!node) return isTop ? [topOf(entry.file)] : [];
  return [node.id, ...(VIEWS.has(entry.framework) ? methodsBeside(graph, node) : [])];
}

/** Frameworks that call every method of a view by themselves. */
const VIEWS: ReadonlySet<string> = new Set(['django', 'tornado']);

function methodsBeside(graph: CallGraph, { file, name }: GraphNode): readonly string[] {
  const prefix = name.slice(0, name.lastIndexOf('.') + 1);
  if (prefix === '') return [];
  return (graph.nodesIn.get(file) ?? []).filter((node) => node.name.startsWith(prefix)).map(({ id }) => id);
}

/** The outermost function that begins at the line. */
const handlerAt = (graph: CallGraph, file: string, line: number): GraphNode | null =>
  (graph.nodesIn.get(file) ?? []).find((node) => node.line === line) ?? null;

interface Visit {
  readonly node: string;
  readonly steps: readonly FlowStep[];
  readonly calls: number;
  /** Names in this function that carry the value; null once nobody can tell. */
  readonly names: readonly string[] | null;
  readonly handed: HandedValue | null;
  readonly isGuess: boolean;
}

export function completeFlow(graph: CallGraph, target: FlowTarget, entries: EntryIndex): CompletedFlow {
  const start = nodeAt(graph, target.file, target.line);
  const sink: FlowStep = { file: target.file, line: target.line, what: target.what ?? 'sink' };
  const first: Visit = {
    node: start?.id ?? topOf(target.file),
    steps: [sink],
    calls: 0,
    names: start && target.names && target.names.length > 0 ? target.names : null,
    handed: null,
    isGuess: false,
  };
  const seen = new Set([first.node]);
  const queue: Visit[] = [first];
  for (let at = 0; at < queue.length && at < MAX_VISITS; at += 1) {
    const visit = queue[at];
    if (!visit) break;
    const entry = entries.get(visit.node);
    if (entry) return finish(graph, visit, entry);
    for (const next of expand(graph, visit)) {
      if (seen.has(next.node)) continue;
      seen.add(next.node);
      queue.push(next);
    }
  }
  return breakOff(graph, queue);
}

/** `http GET /orders`: what the first step of a way says. */
export const nameEntry = ({ kind, method, route, framework }: EntryPoint): string =>
  `${kind} ${[method, route].filter((part) => part !== null).join(' ') || framework}`;

function finish(graph: CallGraph, visit: Visit, entry: EntryPoint): CompletedFlow {
  const node = graph.nodes.get(visit.node);
  const what = nameEntry(entry);
  const place = entry.handlerPlace ?? entry;
  const opening: FlowStep = { file: place.file, line: node?.line ?? place.line, what };
  const steps = [opening, ...visit.steps];
  return {
    status: 'complete',
    entry,
    steps,
    isGuess: visit.isGuess,
    isValueTraced: visit.names !== null && visit.names.length > 0,
    handed: visit.handed,
  };
}

/** Callees that call at once, or at least in the same flow, what they are given. */
const ITERATOR =
  /\.(?:map|forEach|filter|find|findIndex|some|every|flatMap|reduce|sort|each|collect|select|then|catch|finally)$/u;

/** One step back: the function around, or those that call it. Calls that fill the parameter come before those that do not. */
function expand(graph: CallGraph, visit: Visit): readonly Visit[] {
  const node = graph.nodes.get(visit.node);
  if (!node) return [];
  const callers = (graph.edgesTo.get(visit.node) ?? [])
    .filter(({ kind, callee }) => kind === 'call' || ITERATOR.test(callee))
    .map((edge) => stepBack(graph, visit, node, edge))
    .toSorted((a, b) => rank(a) - rank(b));
  const around = node.parent === null ? [] : [{ ...visit, node: node.parent }];
  return visit.calls >= MAX_CALLS ? around : [...around, ...callers];
}

const rank = ({ names, isGuess }: Visit): number =>
  (names === null ? 2 : names.length === 0 ? 1 : 0) + (isGuess ? 3 : 0);

function stepBack(graph: CallGraph, visit: Visit, node: GraphNode, edge: GraphEdge): Visit {
  const caller = graph.nodes.get(edge.from);
  const file = caller?.file ?? edge.from.replace(/#top$/u, '');
  const texts = argumentsFor(visit.names, node, edge);
  const names = texts === null ? null : texts.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/gu) ?? []);
  const isHanded = texts !== null && names !== null && names.length > 0 && edge.kind === 'call';
  return {
    node: edge.from,
    steps: [{ file, line: edge.line, what: `calls ${node.name === '' ? edge.callee : node.name}` }, ...visit.steps],
    calls: visit.calls + 1,
    names,
    handed: isHanded ? { file, line: edge.line, text: texts.join(', '), names, node: edge.from } : null,
    isGuess: visit.isGuess || edge.isGuess,
  };
}

/** The arguments that fill the parameters through which the value came; of a callback whose it is called on. */
function argumentsFor(names: readonly string[] | null, node: GraphNode, edge: GraphEdge): readonly string[] | null {
  if (names === null) return null;
  if (edge.kind === 'callback') return edge.callee.match(/^[A-Za-z_$][\w$]*/u);
  const positions = node.parameters.flatMap((name, index) => (names.includes(name) ? [index] : []));
  return positions.length === 0 ? null : positions.map((index) => edge.arguments[index] ?? '');
}

/** Nobody who is reachable calls it: say where it ends and why nobody can see further. */
function breakOff(graph: CallGraph, visits: readonly Visit[]): CompletedFlow {
  const last = visits.findLast(({ node }) => graph.nodes.has(node)) ?? visits[0];
  const node = last ? graph.nodes.get(last.node) : undefined;
  const reason = (node && findReason(graph, node)) ?? 'external_library';
  return { status: 'broken', reason, steps: last?.steps ?? [], note: describeBreak(visits, node, reason) };
}

function describeBreak(visits: readonly Visit[], node: GraphNode | undefined, reason: BreakReason): string {
  const name = node
    ? node.name === ''
      ? `the function at ${node.file}:${node.line}`
      : node.name
    : 'the top of the file';
  if (visits.some(({ calls }) => calls >= MAX_CALLS)) return `no entry point within ${MAX_CALLS} calls of ${name}`;
  const top = visits.find(({ node: id, calls }) => calls > 0 && id.endsWith('#top'))?.node.replace(/#top$/u, '');
  return top === undefined || reason !== 'external_library'
    ? `${WORDS[reason]}: ${name}`
    : `runs only when ${top} is loaded: ${name}`;
}

const WORDS: Readonly<Record<BreakReason, string>> = {
  reflection: 'called by a name computed at run time',
  dynamic_dispatch: 'called on an object of unknown class',
  callback: 'passed on as a callback',
  async_boundary: 'runs later, apart from its caller',
  external_library: 'no caller in the project',
};

function findReason(graph: CallGraph, node: GraphNode): BreakReason | null {
  const handed = graph.handedOver.get(node.id);
  if (handed) return handed;
  if (graph.reflected.has(node.name.slice(node.name.lastIndexOf('.') + 1))) return 'reflection';
  if (node.parent === null && node.name.includes('.')) return 'dynamic_dispatch';
  return node.name === '' ? 'callback' : null;
}
