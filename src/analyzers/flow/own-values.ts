/**
 * Says whether an expression is made only of constants of its function, so that no part of it comes from elsewhere. Called by walk.ts
 * before it assumes an unseen origin.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Taint, Vocabulary } from '../ast-grep/rule-schema.ts';
import type { FileFacts } from './bindings.ts';
import { describeCall, memberObject } from './calls.ts';
import { isCarrier, isSanitizer, isText } from './expressions.ts';
import type { Liveness } from './liveness.ts';
import { unwrap } from './relations.ts';
import { findScope } from './scopes.ts';

const MAX_DEPTH = 10;

interface Ground {
  readonly facts: FileFacts;
  readonly taint: Taint;
  readonly vocabulary: Vocabulary;
  readonly live: Liveness;
}

export function isMadeOfConstants(written: SgNode, ground: Ground, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const node = unwrap(written);
  if (ground.live.values.evaluate(node) !== undefined) return true;
  const parts = partsOf(node, ground);
  return parts?.every((part) => isMadeOfConstants(part, ground, depth + 1)) ?? false;
}

/** What the value is made of; null where that is not seen. */
function partsOf(node: SgNode, { facts, taint, vocabulary }: Ground): readonly SgNode[] | null {
  const { grammar } = facts;
  const kind = String(node.kind());
  const call = describeCall(node, grammar);
  if (call && isSanitizer(call, taint, vocabulary)) return [];
  if (call && isCarrier(call, taint, vocabulary)) return call.arguments;
  if (call) return call.object && [call.object, ...call.arguments];
  if (grammar.names.includes(kind)) return givenTo(node, facts);
  const object = memberObject(node, grammar);
  if (object) return [object];
  return isText(node, kind) ? textParts(node) : null;
}

function givenTo(node: SgNode, { scopeAt }: FileFacts): readonly SgNode[] | null {
  const name = node.text();
  const scope = findScope(scopeAt(node.range().start.index), name);
  if (scope?.kind !== 'function' || scope.parameters.some((parameter) => parameter.name === name)) return null;
  return scope.assignments.get(name)?.map(({ value }) => value) ?? null;
}

const textParts = (node: SgNode): readonly SgNode[] =>
  node.namedChildren().flatMap((part) => {
    if (part.is('interpolation')) return part.namedChildren().slice(0, 1);
    return /^string_|^escape_/u.test(String(part.kind())) ? [] : [part];
  });
