/**
 * Follows untrusted data inside one file: from a source through variables, members, calls, callbacks and functions of the
 * file to the argument of a sink. Errs towards silence: what it cannot follow is not reported. Bounded in depth and steps.
 */
import type { SgNode } from '@ast-grep/napi';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { Taint, Vocabulary } from '../ast-grep/rule-schema.ts';
import type { Grammar } from '../syntax/grammar.ts';
import { type AnalysisState, prepareAnalysis, type TaintCache } from './analysis-state.ts';
import { Guards } from './guards.ts';
import type { Trace } from './trace.ts';
import { readValue } from './values.ts';
import { isSpent, Walk } from './walk.ts';

export interface FileFlow {
  /** True where the file had more ways for data than were followed. */
  readonly isCutShort: boolean;
  /** The way by which untrusted data reaches this node, or null. */
  trace(node: SgNode, taint: Taint): Trace | null;
  /** What an expression is called in full. */
  nameOf(node: SgNode): string;
  /** Its value, where the file writes it down. */
  literalOf(node: SgNode): string;
  /** What it is declared or made as, in languages that write types down. */
  typeOf(node: SgNode): string;
  /** The text of the outermost function around it, else of the file. */
  textAround(node: SgNode): string;
}

export function createFileFlow(root: SgNode, grammar: Grammar, vocabulary: Vocabulary): FileFlow {
  let analysis: AnalysisState | null = null;
  const sourceIds = new Map<string, ReadonlySet<number>>();
  const findSources = (name: string): ReadonlySet<number> =>
    getOrAdd(sourceIds, name, () => {
      const any = vocabulary.sources[name] ?? [];
      return new Set(any.length === 0 ? [] : root.findAll({ rule: { any } }).map((node) => node.id()));
    });
  const caches = new Map<Taint, TaintCache>();
  const cache = (taint: Taint, { facts }: AnalysisState): TaintCache =>
    getOrAdd(caches, taint, () => ({
      sources: taint.sources.map(findSources),
      answers: new Map(),
      guards: new Guards(facts, taint, vocabulary),
    }));
  return {
    nameOf(node) {
      analysis ??= prepareAnalysis(root, grammar, vocabulary);
      return analysis.nameOf(node);
    },
    literalOf(node) {
      analysis ??= prepareAnalysis(root, grammar, vocabulary);
      return readValue(node, analysis.facts);
    },
    typeOf(node) {
      analysis ??= prepareAnalysis(root, grammar, vocabulary);
      return analysis.typeOf(node);
    },
    textAround(node) {
      analysis ??= prepareAnalysis(root, grammar, vocabulary);
      let scope = analysis.facts.scopeAt(node.range().start.index);
      while (scope.parent?.kind === 'function') scope = scope.parent;
      return scope.node.text();
    },
    get isCutShort() {
      return analysis !== null && isSpent(analysis);
    },
    trace(node, taint) {
      analysis ??= prepareAnalysis(root, grammar, vocabulary);
      const memory = cache(taint, analysis);
      const walk = new Walk(analysis, taint, memory);
      const trace = walk.unlessSettled(walk.follow(node, 0, null), node);
      return trace && taint.makes && memory.guards.isCheckedLater(node) ? null : trace;
    },
  };
}
