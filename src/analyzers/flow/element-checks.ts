/**
 * Says what a call that tests the elements of a list proves of the value that is followed: `list.every(…)`, `KNOWN.some(…)`, `all(… for
 * …)`, method references of Java. Returns a Proof, null for other calls. Called by checks.ts; guards.ts uses inlineFunction.
 */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './bindings.ts';
import type { CallSite } from './calls.ts';
import { isOwnCollection } from './constants.ts';
import { NOTHING, PROVEN, type Proof } from './proofs.ts';
import { type Tracked, unwrap } from './relations.ts';
import { findScope, type Scope } from './scopes.ts';
import type { ValueChecks } from './value-checks.ts';

const EVERY = /^(?:every|all|all\?|allMatch|All)$/u;
const SOME = /^(?:some|any|any\?|anyMatch|Any|find|detect|findFirst|FirstOrDefault|noneMatch|none\?|Exists)$/u;

export interface ElementQuestion {
  readonly call: CallSite;
  readonly holds: boolean;
  readonly tracked: Tracked;
  readonly values: ValueChecks;
  readonly facts: FileFacts;
  prove(condition: SgNode, holds: boolean, tracked: Tracked): Proof;
  judge(scope: Scope, holds: boolean, outer: Tracked | null): Proof;
}

/** The function written into a call, as an argument or as its block. */
export function inlineFunction(call: CallSite, { grammar, scopeAt }: FileFacts): Scope | null {
  const block = call.node.field('block');
  const inline = [...call.arguments, ...(block ? [block] : [])]
    .map(unwrap)
    .find((one) => grammar.functions.includes(String(one.kind())));
  return inline ? scopeAt(inline.range().start.index) : null;
}

/** What the call proves; null where it asks no elements. */
export function proveElements(question: ElementQuestion): Proof | null {
  const { call, holds, tracked, values, facts } = question;
  const isEvery = EVERY.test(call.name);
  if (!isEvery && !SOME.test(call.name)) return null;
  const outcome = call.name.startsWith('none') ? !holds : holds;
  const generator = generatorOf(call);
  if (generator) return proveGenerated(question, generator, isEvery, outcome);
  if (!call.object) return null;
  const reference = /^(\w[\w.]*)::(\w+)$/u.exec(call.arguments[0]?.text() ?? '');
  if (reference) return proveReferenced(question, reference, isEvery, outcome);
  const scope = inlineFunction(call, facts);
  if (!scope) return null;
  if (values.isMadeOf(call.object, tracked))
    return isEvery === outcome ? question.judge(scope, outcome, null) : NOTHING;
  return !isEvery && outcome && isOwnCollection(call.object, facts) ? question.judge(scope, true, tracked) : NOTHING;
}

function generatorOf(call: CallSite): SgNode | null {
  const holder = call.node.field('arguments');
  const node = holder?.is('generator_expression') ? holder : call.arguments[0];
  const inner = node ? unwrap(node) : null;
  return inner && /^(?:generator_expression|list_comprehension)$/u.test(String(inner.kind())) ? inner : null;
}

/** Java: `names.stream().allMatch(KNOWN::contains)`, `KNOWN.stream().anyMatch(name::equals)`. */
function proveReferenced(
  { call: { object }, tracked, values, facts }: ElementQuestion,
  [, owner, method = '']: RegExpExecArray,
  isEvery: boolean,
  outcome: boolean,
): Proof {
  if (!outcome || !object) return NOTHING;
  if (isEvery) return values.isMadeOf(object, tracked) && method === 'contains' ? PROVEN : NOTHING;
  return owner === tracked.text && method.startsWith('equals') && isOwnCollection(object, facts) ? PROVEN : NOTHING;
}

/** Python: `all(one in KNOWN for one in names)`, `any(one == name for one in KNOWN)`. */
function proveGenerated(question: ElementQuestion, node: SgNode, isEvery: boolean, outcome: boolean): Proof {
  const { tracked, values, facts } = question;
  const [body, clause] = [node.field('body'), node.namedChildren().find((child) => child.is('for_in_clause'))];
  const [left, list] = [clause?.field('left'), clause?.field('right')];
  if (!body || !left || !list) return NOTHING;
  if (values.isMadeOf(list, tracked)) {
    const scope = findScope(facts.scopeAt(left.range().start.index), left.text());
    return isEvery === outcome ? question.prove(body, outcome, { text: left.text(), scope, from: 0 }) : NOTHING;
  }
  return !isEvery && outcome && isOwnCollection(list, facts) ? question.prove(body, true, tracked) : NOTHING;
}
