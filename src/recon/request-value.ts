/**
 * Finds where in a request the value of a completed flow comes from: what the handler passes on is read from the request there, is a
 * parameter of it, or a variable that was given such a value (FACT-07). Null where that is not seen. Pure. Called by
 * reviewers/embedded/audit/open-audit-context.ts.
 */
import type { RequestValue } from '../ports/auditor.ts';
import { findOrigin } from '../protocol/findings/data-origin.ts';
import { type CallGraph, type GraphNode, listAround, nodeId } from './call-graph.ts';
import type { CompletedFlow, HandedValue } from './complete-flow.ts';
import type { ProjectSymbols } from './project-symbols.ts';

const MAX_TEXT = 80;

export function findRequestValue(flow: CompletedFlow, graph: CallGraph, symbols: ProjectSymbols): RequestValue | null {
  if (flow.status !== 'complete' || flow.entry.kind !== 'http' || !flow.isValueTraced || flow.isGuess) return null;
  const { handed } = flow;
  if (handed === null) return null;
  const { file, line, text } = handed;
  const around = listAround(graph, handed.node).flatMap((id) => graph.nodes.get(id) ?? []);
  if (isOfRequest(text, around)) return { file, line, text: text.slice(0, MAX_TEXT) };
  return findGiven(handed, around, symbols);
}

const isOfRequest = (text: string, around: readonly GraphNode[]): boolean => {
  const names = new Set(text.match(/[A-Za-z_$][\w$]*/gu) ?? []);
  return (
    findOrigin(text)?.kind === 'request' || around.some(({ parameters }) => parameters.some((name) => names.has(name)))
  );
};

/** The last value given to one of the names before it is handed on. */
function findGiven(handed: HandedValue, around: readonly GraphNode[], symbols: ProjectSymbols): RequestValue | null {
  const outline = symbols.outlines.find(({ path }) => path === handed.file);
  const ids = new Set(around.map(({ id }) => id));
  const given = outline?.bindings.findLast(
    ({ name, value, line, owner }) =>
      line <= handed.line &&
      owner >= 0 &&
      ids.has(nodeId(outline, owner)) &&
      (name.match(/[A-Za-z_$][\w$]*/gu) ?? []).some((each) => handed.names.includes(each)) &&
      isOfRequest(value, around),
  );
  return given === undefined ? null : { file: handed.file, line: given.line, text: given.value.slice(0, MAX_TEXT) };
}
