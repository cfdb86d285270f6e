/**
 * Lists where the flows into a node leave its file, as OpenEnds: parameters that other files may fill, calls of functions that the file
 * does not declare. Each end is followed again alone, so that sanitizers and checks on that way count. Called by flow.ts for
 * project-flow.
 */
import type { SgNode } from '@ast-grep/napi';
import type { OpenEnd } from '../../ports/open-flow.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { Taint } from '../ast-grep/rule-schema.ts';
import { RECEIVER } from '../syntax/grammar.ts';
import type { CallSite } from './calls.ts';
import { findClass, type Parameter, type Scope } from './scopes.ts';
import type { Trace } from './trace.ts';
import type { Probe } from './walk.ts';

const MAX_ENDS = 6;

/** The way to a node from what the probe takes for a source, if no test on it makes the value harmless. */
export type FollowProbe = (probe: Probe) => Trace | null;

export function findOpenEnds(follow: FollowProbe, node: SgNode, taint: Taint): readonly OpenEnd[] {
  const found = new Map<string, Place>();
  const note = (place: Place): boolean => {
    if (found.size < MAX_ENDS) found.set(keyOf(place), place);
    return false;
  };
  follow({
    parameter: (scope, parameter, asked) => note({ kind: 'parameter', scope, parameter, key: asked }),
    call: (call, asked) => note({ kind: 'call', call, key: asked }),
  });
  return [...found].flatMap(([wanted, place]) => {
    const trace = follow({
      parameter: (scope, parameter, asked) => keyOf({ kind: 'parameter', scope, parameter, key: asked }) === wanted,
      call: (call, asked) => keyOf({ kind: 'call', call, key: asked }) === wanted,
    });
    return trace ? [describe(place, trace.lines, goesVia(trace, taint, node))] : [];
  });
}

type Place =
  | { readonly kind: 'parameter'; readonly scope: Scope; readonly parameter: Parameter; readonly key: string | null }
  | { readonly kind: 'call'; readonly call: CallSite; readonly key: string | null };

const keyOf = (place: Place): string =>
  place.kind === 'call'
    ? `call ${place.call.node.id()} ${place.key ?? ''}`
    : `parameter ${place.scope.start} ${place.parameter.name} ${place.key ?? ''}`;

const blinded = new WeakMap<Taint, Taint>();

/** The rule's own words about what cleans and what carries, with nothing that begins a flow. */
export const withoutSources = (taint: Taint): Taint => getOrAdd(blinded, taint, () => ({ ...taint, sources: [] }));

/** Whether the way goes through an expression that the rule asks for. */
export const goesVia = ({ texts }: Trace, { via }: Taint, node: SgNode): boolean =>
  via === undefined || [...texts, node.text()].some((text) => via.test(text));

function describe(place: Place, lines: readonly number[], hasVia: boolean): OpenEnd {
  if (place.kind === 'call') {
    const { node, callee } = place.call;
    return { kind: 'call', end: node.range().end.index, callee, key: place.key, lines, hasVia };
  }
  const { scope, parameter, key } = place;
  return {
    kind: 'parameter',
    start: scope.start,
    functionName: scope.name ?? '',
    className: findClass(scope)?.name ?? null,
    name: parameter.name,
    index: parameter.index,
    skipped: RECEIVER.test(scope.parameters[0]?.name ?? '') ? 1 : 0,
    isRest: parameter.isRest,
    key,
    lines,
    hasVia,
  };
}
