/**
 * Opens data flow of one parsed file: traces untrusted data from a source to a node for a rule, lists where flows leave the file,
 * explains why none arrives, and names, types and values of expressions. What cannot be followed is not reported; depth and steps are
 * bounded. Used by ast-grep.ts and project-flow.
 */
import type { NapiConfig, SgNode } from '@ast-grep/napi';
import type { OpenEnd } from '../../ports/open-flow.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { Taint, Vocabulary } from '../ast-grep/rule-schema.ts';
import type { Grammar } from '../syntax/grammar.ts';
import { type AnalysisState, prepareAnalysis, sendsRequests, type TaintCache, VISITOR } from './analysis-state.ts';
import { argumentsFor, lastName, type Slot } from './calls.ts';
import { explainFlow, type FlowAnswer } from './explain.ts';
import { returnedValues } from './functions.ts';
import { Guards } from './guards.ts';
import { livenessOf } from './liveness.ts';
import { type FollowProbe, findOpenEnds, withoutSources } from './open-ends.ts';
import type { Scope } from './scopes.ts';
import type { Trace } from './trace.ts';
import { readValue } from './values.ts';
import { isSpent, Walk } from './walk.ts';

/** The search for a set of sources, by its matchers. */
const sourceConfigs = new WeakMap<readonly unknown[], NapiConfig>();

export interface FileFlow {
  /** True where the file had more ways for data than were followed. */
  readonly isCutShort: boolean;
  /** The way by which untrusted data reaches this node, or that member of it; null where none does. `entered` is where the function begins that a call of another file is in. */
  trace(node: SgNode, taint: Taint, key?: string | null, entered?: number | null): Trace | null;
  /** Where ways to the node leave the file. */
  openEnds(node: SgNode, taint: Taint, key?: string | null, entered?: number | null): readonly OpenEnd[];
  /** What becomes of the ways to a node, where `trace` finds none. */
  explain(node: SgNode, taint: Taint): FlowAnswer;
  /** Whether the place never runs. */
  isDead(node: SgNode): boolean;
  /** What the call that ends there passes for a parameter; null where no such call does. */
  argumentsAt(end: number, callee: string, slot: Slot, skipped: number): readonly SgNode[] | null;
  /** What the function that begins there returns. */
  returnsAt(start: number): readonly SgNode[];
  /** What an expression is called in full. */
  nameOf(node: SgNode): string;
  /** Its value, where the file writes it down. */
  literalOf(node: SgNode): string;
  /** What it is declared or made as, in languages that write types down. */
  typeOf(node: SgNode): string;
  /** The text of the outermost function around it, else of the file. */
  textAround(node: SgNode): string;
}

/** Every node of the file that matches. */
export type FindAll = (config: NapiConfig) => readonly SgNode[];

export function createFileFlow(
  root: SgNode,
  grammar: Grammar,
  vocabulary: Vocabulary,
  findAll: FindAll = (config) => root.findAll(config),
): FileFlow {
  let analysis: AnalysisState | null = null;
  const ready = (): AnalysisState => {
    analysis ??= prepareAnalysis(root, grammar, vocabulary);
    return analysis;
  };
  const names = new Map<Scope, Map<string, string>>();
  const sourceIds = new Map<string, ReadonlySet<number>>();
  const findSources = (name: string): ReadonlySet<number> =>
    getOrAdd(sourceIds, name, () => {
      const any = vocabulary.sources[name] ?? [];
      if (any.length === 0 || (name === VISITOR && sendsRequests(root, vocabulary))) return new Set<number>();
      const config = getOrAdd(sourceConfigs, any, () => ({ rule: { any: [...any] } }));
      return new Set(findAll(config).map((node) => node.id()));
    });
  const caches = new Map<Taint, TaintCache>();
  const cache = (taint: Taint, { facts }: AnalysisState): TaintCache =>
    getOrAdd(caches, taint, () => ({
      sources: taint.sources.map(findSources),
      answers: new Map(),
      guards: new Guards(facts, taint, vocabulary),
    }));
  return {
    nameOf: (node) => nameOnce(node, ready(), names),
    literalOf: (node) => readValue(node, ready().facts),
    typeOf: (node) => ready().typeOf(node),
    textAround(node) {
      analysis ??= prepareAnalysis(root, grammar, vocabulary);
      let scope = analysis.facts.scopeAt(node.range().start.index);
      while (scope.parent?.kind === 'function') scope = scope.parent;
      return scope.node.text();
    },
    get isCutShort() {
      return analysis !== null && isSpent(analysis);
    },
    trace(node, taint, key = null, entered = null) {
      analysis ??= prepareAnalysis(root, grammar, vocabulary);
      const memory = cache(taint, analysis);
      return traceBy(new Walk(analysis, taint, memory, { entered }), memory, { node, taint, key });
    },
    openEnds(node, taint, key = null, entered = null) {
      analysis ??= prepareAnalysis(root, grammar, vocabulary);
      const ground = analysis;
      const blind = withoutSources(taint);
      const { guards } = cache(taint, ground);
      const follow: FollowProbe = (probe) => {
        const memory = { sources: [], answers: new Map(), guards };
        return traceBy(new Walk(ground, blind, memory, { probe, entered }), memory, { node, taint, key });
      };
      return findOpenEnds(follow, node, taint);
    },
    explain: (node, taint) => explainFlow(node, taint, ready(), cache(taint, ready())),
    isDead: (node) => livenessOf(ready().facts).isDead(node),
    argumentsAt(end, callee, slot, skipped) {
      analysis ??= prepareAnalysis(root, grammar, vocabulary);
      const { callsByName } = analysis.facts;
      const names = [lastName(callee), lastName(callee.replace(/\W+new$/u, ''))];
      const call = names
        .flatMap((name) => callsByName.get(name) ?? [])
        .find(({ node }) => node.range().end.index === end);
      return call ? argumentsFor(call, slot, skipped) : null;
    },
    returnsAt(start) {
      analysis ??= prepareAnalysis(root, grammar, vocabulary);
      const scope = analysis.facts.scopeAt(start);
      return scope.start === start && scope.kind === 'function' ? returnedValues(scope, analysis.facts) : [];
    },
  };
}

const MAX_REMEMBERED = 200;

/** The same text in the same scope has the same name, unless types are declared from a place on. */
function nameOnce(node: SgNode, { facts, nameOf }: AnalysisState, names: Map<Scope, Map<string, string>>): string {
  const { start, end } = node.range();
  if (facts.grammar.declarations || end.index - start.index > MAX_REMEMBERED) return nameOf(node);
  const known = getOrAdd(names, facts.scopeAt(start.index), () => new Map<string, string>());
  return getOrAdd(known, node.text(), () => nameOf(node));
}

interface Question {
  readonly node: SgNode;
  readonly taint: Taint;
  readonly key: string | null;
}

/** The way to a node, where no check on it makes the value harmless. */
function traceBy(walk: Walk, { guards }: TaintCache, { node, taint, key }: Question): Trace | null {
  if (walk.isDead(node)) return null;
  const trace = walk.unlessSettled(walk.follow(node, 0, key), node);
  return trace && taint.makes && guards.isCheckedLater(node) ? null : trace;
}
