/**
 * Builds the call graph of a project from its symbols: its functions and who calls whom, across files by imports, packages and
 * classes. A call that cannot be followed is kept with the reason, so that a broken flow can say where it broke (FACT-04). Pure and
 * deterministic. Built by reviewers/embedded/audit/open-audit-context.ts; read by complete-flow.ts and code-links.ts.
 */
import type { OutlineArgument, OutlineCall, SourceOutline } from '../ports/outline.ts';
import { append } from '../protocol/collections/get-or-add.ts';
import { isTestPath } from '../protocol/source/test-path.ts';
import { fullCallee } from './full-names.ts';
import { type FunctionRef, type ProjectSymbols, resolveFunction } from './project-symbols.ts';

export interface GraphNode {
  /** `file#line#start`: unique and stable. */
  readonly id: string;
  readonly file: string;
  /** Empty for a function nobody named. */
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  readonly parameters: readonly string[];
  /** The function it is written in, or null. */
  readonly parent: string | null;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** Line of the call, in the file of `from`. */
  readonly line: number;
  readonly callee: string;
  /** Arguments as written, by the position of the parameter they fill. */
  readonly arguments: readonly string[];
  /** `call`, or handed over to be called later. */
  readonly kind: 'call' | 'callback';
  /** True where only the name fits. */
  readonly isGuess: boolean;
}

export const BREAK_REASONS = [
  'reflection',
  'dynamic_dispatch',
  'callback',
  'async_boundary',
  'external_library',
] as const;
export type BreakReason = (typeof BREAK_REASONS)[number];

export interface CallGraph {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edgesTo: ReadonlyMap<string, readonly GraphEdge[]>;
  /** Nodes of a file, outer and inner, by line. */
  readonly nodesIn: ReadonlyMap<string, readonly GraphNode[]>;
  /** Why a named function may have callers that nobody sees: how it is handed around. */
  readonly handedOver: ReadonlyMap<string, BreakReason>;
  /** Names that are looked up at run time. */
  readonly reflected: ReadonlySet<string>;
}

const MAX_EDGES = 500_000;
const MAX_ARGUMENT = 200;

const openDraft = () => ({
  nodes: new Map<string, GraphNode>(),
  edgesTo: new Map<string, GraphEdge[]>(),
  nodesIn: new Map<string, GraphNode[]>(),
  handedOver: new Map<string, BreakReason>(),
  reflected: new Set<string>(),
  edges: 0,
});

type Draft = ReturnType<typeof openDraft>;

export const nodeId = (file: SourceOutline, index: number): string =>
  `${file.path}#${file.functions[index]?.line ?? 0}#${file.functions[index]?.start ?? 0}`;

const idOf = ({ file, index }: FunctionRef): string => nodeId(file, index);

export function buildCallGraph(symbols: ProjectSymbols): CallGraph {
  const draft = openDraft();
  const files = symbols.outlines.filter(({ path }) => !isTestPath(path));
  for (const file of files) addNodes(draft, file);
  for (const file of files) for (const call of file.calls) addCall(draft, symbols, file, call);
  return draft;
}

function addNodes(draft: Draft, file: SourceOutline): void {
  file.functions.forEach((each, index) => {
    const id = nodeId(file, index);
    const node: GraphNode = {
      id,
      file: file.path,
      name: each.className === '' ? each.name : each.name === '' ? '' : `${each.className}.${each.name}`,
      line: each.line,
      endLine: each.endLine,
      parameters: each.parameters.map(({ name }) => name).filter((name) => !/^(?:self|cls)$/u.test(name)),
      parent: each.owner < 0 ? null : nodeId(file, each.owner),
    };
    draft.nodes.set(id, node);
    append(draft.nodesIn, file.path, node);
  });
}

/** The top of a file calls too: it is a node of its own without a place in `nodes`. */
export const topOf = (file: string): string => `${file}#top`;

function addCall(draft: Draft, symbols: ProjectSymbols, file: SourceOutline, call: OutlineCall): void {
  const from = call.owner < 0 ? topOf(file.path) : nodeId(file, call.owner);
  const base = { from, line: call.line, callee: call.callee };
  if (REFLECTION.test(call.callee))
    for (const { value } of call.arguments) if (value !== null) draft.reflected.add(value);
  for (const ref of resolveFunction(symbols, file, call.callee, call.owner)) {
    const to = idOf(ref);
    if (to !== from)
      addEdge(draft, { ...base, to, kind: 'call', isGuess: ref.isGuess, arguments: placeArguments(call, ref) });
  }
  for (const argument of call.arguments) addCallback(draft, symbols, { file, call, argument, base });
}

/** Calls that find a function by a text. */
const REFLECTION =
  /(?:^|[.>:])(?:getattr|call_user_func(?:_array)?|send|public_send|__send__|method|invoke|getMethod|getDeclaredMethod|GetMethod|MethodByName|apply_async|method_missing|dispatch)$/u;

interface Handed {
  readonly file: SourceOutline;
  readonly call: OutlineCall;
  readonly argument: OutlineArgument;
  readonly base: Pick<GraphEdge, 'from' | 'line' | 'callee'>;
}

/** A named function handed to a call is called later by whoever got it. */
function addCallback(draft: Draft, symbols: ProjectSymbols, { file, call, argument, base }: Handed): void {
  if (argument.kind !== 'name' || !/^[\w$.:]+$/u.test(argument.text)) return;
  for (const ref of resolveFunction(symbols, file, argument.text, call.owner)) {
    if (ref.isGuess) continue;
    const to = idOf(ref);
    draft.handedOver.set(to, handOverReason(fullCallee(file, call)));
    if (to !== base.from) addEdge(draft, { ...base, to, kind: 'callback', isGuess: false, arguments: [] });
  }
}

const ASYNC =
  /(?:^|\.)(?:then|catch|finally|setTimeout|setInterval|setImmediate|nextTick|queueMicrotask|submit|apply_async|delay|run_in_executor|create_task|go|enqueue|perform_later|supplyAsync|schedule)$/u;

const handOverReason = (callee: string): BreakReason => (ASYNC.test(callee) ? 'async_boundary' : 'callback');

function addEdge(draft: Draft, edge: GraphEdge): void {
  if (draft.edges >= MAX_EDGES) return;
  draft.edges += 1;
  append(draft.edgesTo, edge.to, edge);
}

/** Arguments in the order of the parameters, named ones put in their place. */
function placeArguments(call: OutlineCall, { file, index }: FunctionRef): readonly string[] {
  const parameters = (file.functions[index]?.parameters ?? [])
    .map(({ name }) => name)
    .filter((name) => !/^(?:self|cls)$/u.test(name));
  const placed: string[] = [];
  const positional = call.arguments.filter(({ keyword }) => keyword === null);
  positional.forEach(({ text }, position) => {
    placed[position] = text.slice(0, MAX_ARGUMENT);
  });
  for (const { keyword, text } of call.arguments) {
    const position = keyword === null ? -1 : parameters.indexOf(keyword);
    if (position >= 0) placed[position] = text.slice(0, MAX_ARGUMENT);
  }
  return Array.from(placed, (text) => text ?? '');
}

/** Innermost function around a line, or null. */
export function nodeAt(graph: CallGraph, file: string, line: number): GraphNode | null {
  let best: GraphNode | null = null;
  for (const node of graph.nodesIn.get(file) ?? []) {
    if (node.line > line || node.endLine < line) continue;
    if (!best || node.endLine - node.line <= best.endLine - best.line) best = node;
  }
  return best;
}

/** A function and those it is written in, innermost first. */
export function listAround(graph: CallGraph, id: string): readonly string[] {
  const around = [id];
  for (let node = graph.nodes.get(id); node?.parent; node = graph.nodes.get(node.parent)) around.push(node.parent);
  return around;
}
