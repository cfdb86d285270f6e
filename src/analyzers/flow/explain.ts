/**
 * Explains why no untrusted data reaches a node: dead code, a constant, a check or cleaning call that stops the flow; or says that a flow
 * stays open, was cut or is unseen. Called by flow.ts for ast-grep/examine-places.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Taint } from '../ast-grep/rule-schema.ts';
import type { AnalysisState, TaintCache } from './analysis-state.ts';
import { type FlowStop, Walk } from './walk.ts';

/**
 * `open`: a way comes from a source, or goes on in other files. `cut`: there were more ways than are followed. `unseen`: no way from
 * a source was found, and the value is no constant either.
 */
export type FlowAnswer =
  | { readonly kind: 'dead' | 'constant' | 'open' | 'cut' | 'unseen' | 'checked-later' }
  | { readonly kind: 'stopped'; readonly stop: FlowStop };

/** Everything that other files may fill is taken for a source. */
export function explainFlow(node: SgNode, taint: Taint, analysis: AnalysisState, known: TaintCache): FlowAnswer {
  const stops: FlowStop[] = [];
  const probe = { parameter: () => true, call: () => true, stop: (stop: FlowStop) => stops.push(stop) };
  const walk = new Walk(analysis, taint, { ...known, answers: new Map() }, { probe });
  if (walk.isDead(node)) return { kind: 'dead' };
  const trace = walk.unlessSettled(walk.follow(node, 0, null), node);
  if (trace) return { kind: taint.makes && known.guards.isCheckedLater(node) ? 'checked-later' : 'open' };
  if (walk.isCut) return { kind: 'cut' };
  // Nearest to the sink, in the fewest words.
  const [stop] = stops.toSorted((a, b) => b.line - a.line || a.text.length - b.text.length);
  if (stop) return { kind: 'stopped', stop };
  return { kind: walk.isConstant(node) ? 'constant' : 'unseen' };
}
