/** The text behind a name: `WORDS = re.compile(r'\w+')` makes `WORDS` stand for that literal. Only what is sure is said. */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './ast-grep-bindings.ts';
import { describeCall } from './ast-grep-calls.ts';
import { findScope } from './ast-grep-scopes.ts';

const MAX_STEPS = 5;
const COMPILERS = /(?:^|\.)(?:compile|RegExp|MustCompile|Regexp\.new)$/u;

/** The literal an expression surely stands for, or the expression itself where that is not known. */
export function findLiteral(node: SgNode, facts: FileFacts): SgNode {
  let current = node;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = stepTowardsLiteral(current, facts);
    if (next === null) return current;
    current = next;
  }
  return current;
}

function stepTowardsLiteral(node: SgNode, facts: FileFacts): SgNode | null {
  if (facts.grammar.names.includes(String(node.kind()))) {
    const given = findScope(facts.scopeAt(node.range().start.index), node.text())?.assignments.get(node.text()) ?? [];
    const [only] = given;
    return given.length === 1 && only && only.key === null && only.part === null ? only.value : null;
  }
  const call = describeCall(node, facts.grammar);
  return call && COMPILERS.test(call.callee) ? (call.arguments[0] ?? null) : null;
}
