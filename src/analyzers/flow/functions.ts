/**
 * Finds the functions of one file that a call may mean, the values that a function returns, and the calls of a function, by name or where
 * it is written. Used by walk.ts, guards.ts and flow.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { listKinds } from '../syntax/tree-node.ts';
import type { FileFacts } from './bindings.ts';
import { type CallSite, describeCall } from './calls.ts';
import { findClass, findScope, type Scope } from './scopes.ts';

const MAX_NAMESAKES = 4;

/** Methods whose result is made of what the function given to them returns. */
const TRANSFORMERS = /^(?:map|flatMap|then|reduce|reduceRight)$/u;

/** The function written into a call such as `list.map(x => …)` whose result is made of what it returns. */
export function findMaker(call: CallSite, { grammar, scopeAt }: FileFacts): Scope | null {
  if (!TRANSFORMERS.test(call.name) || !call.object) return null;
  const inline = call.arguments.find((argument) => grammar.functions.includes(String(argument.kind())));
  return inline ? scopeAt(inline.range().start.index) : null;
}

/** Functions of this file that a call may mean: by plain name, or as a method of the own object or of a local class. */
export function findLocalFunctions(call: CallSite, { scopesByName, scopeAt }: FileFacts): readonly Scope[] {
  const named = scopesByName.get(call.name);
  if (!named || named.length > MAX_NAMESAKES) return [];
  if (call.object === null) return named;
  const home = findClass(scopeAt(call.node.range().start.index));
  if (isOwnObject(call.object))
    return named.filter((scope) => home === null || scope.parent === home || scope.parent?.kind !== 'class');
  if (isForeign(call.object, scopeAt(call.node.range().start.index))) return [];
  // `Paths.get(x)` means no method `get` of another class.
  const owner = /(?:^|\.)([A-Z]\w*)$/u.exec(call.object.text())?.[1];
  return named.filter(
    (scope) =>
      !isPlainFunction(scope) && (owner === undefined || scope.parent?.kind !== 'class' || scope.parent.name === owner),
  );
}

/** A parameter of Go whose type is of another package, `address *url.URL`: its methods stand there. */
function isForeign(object: SgNode, from: Scope): boolean {
  if (!object.is('identifier')) return false;
  const name = object.text();
  const declared = findScope(from, name)?.parameters.find((parameter) => parameter.name === name)?.text ?? '';
  return /(?:^|\s)\*?[a-z]\w*\.[A-Z]\w*$/u.test(declared) && !declared.includes(':');
}

/** A function of Python or PHP outside of classes: `page.render(x)` does not call `def render`. In scripts an object can hold one. */
export const isPlainFunction = ({ node, parent }: Scope): boolean =>
  node.is('function_definition') && parent?.kind !== 'class';

export const isOwnObject = (object: SgNode): boolean => /^(?:this|self|Self|\$this|super\(\))$/u.test(object.text());

/** A file is asked for the results of the same function by many rules. */
const returned = new WeakMap<Scope, readonly SgNode[]>();

export const returnedValues = (scope: Scope, facts: FileFacts): readonly SgNode[] =>
  getOrAdd(returned, scope, () => findReturned(scope, facts));

function findReturned({ node: whole }: Scope, { grammar, scopeAt }: FileFacts): readonly SgNode[] {
  const start = whole.range().start.index;
  const returns = listKinds(whole, grammar.returns).filter(
    (node) =>
      scopeAt(node.range().start.index).start === start && !/^(?:throw|break|continue)_/u.test(String(node.kind())),
  );
  const body = whole.field('body');
  const isExpression = body !== null && !grammar.blocks.includes(String(body.kind()));
  const last = grammar.implicit && !isExpression ? body?.namedChildren().at(-1) : undefined;
  return [...(isExpression ? [body] : []), ...(last ? [last] : []), ...returns];
}

/** `(function (x) { … })(value)`: the calls of a function at the very place where it is written. */
export function calledInPlace(scope: Scope, { grammar }: FileFacts): readonly CallSite[] {
  let node = scope.node.parent();
  if (node?.is('parenthesized_expression')) node = node.parent();
  const call = node ? describeCall(node, grammar) : null;
  return call && !call.arguments.some((argument) => argument.id() === scope.node.id()) ? [call] : [];
}

/** Calls of a function by the name it goes by here: `done(x)`, or `done.accept(x)` where functions are objects. */
export function findCallsOf(name: string, { callsByName, grammar: { invokers } }: FileFacts): readonly CallSite[] {
  const named = callsByName.get(name) ?? [];
  if (!invokers) return named;
  const methods = [...callsByName].flatMap(([method, calls]) => (invokers.test(method) ? calls : []));
  return [...named, ...methods.filter(({ object }) => object?.text() === name)];
}

/** Whether a call stands in a function. */
export function isInside({ node }: CallSite, { start, end }: Scope): boolean {
  const at = node.range().start.index;
  return at >= start && at < end;
}
