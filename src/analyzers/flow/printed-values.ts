/**
 * Says whether a value is written by a format placeholder with one of the given letters, such as `%r`, `%q` or `!r`, which quote it.
 * Called by walk.ts for rules that name such letters (`printed`).
 */
import type { SgNode } from '@ast-grep/napi';

const PLACEHOLDER = /%%|%[-+ 0#]*\d*(?:\.\d+)?([a-zA-Z])/gu;
const LITERAL = /string/u;

/** Whether the node is written by a placeholder with one of these letters. */
export function isPrintedBy(node: SgNode, letters: RegExp): boolean {
  const parent = node.parent();
  if (parent?.is('interpolation')) return letters.test(/!([a-z])\s*(?::[^{}]*)?\}$/u.exec(parent.text())?.[1] ?? '');
  if (parent?.field('operator')?.text() === '%') return isLetterAt(parent.field('left'), 0, letters);
  if (!parent || !/^(?:argument_list|tuple)$/u.test(String(parent.kind()))) return false;
  const at = parent.namedChildren().findIndex((child) => child.id() === node.id());
  const outer = parent.is('tuple') ? parent.parent() : null;
  if (outer?.field('operator')?.text() === '%') return isLetterAt(outer.field('left'), at, letters);
  return parent.is('argument_list') && isLetterAt(parent.namedChildren()[0] ?? null, at - 1, letters);
}

function isLetterAt(format: SgNode | null, index: number, letters: RegExp): boolean {
  if (!format || index < 0 || !LITERAL.test(String(format.kind()))) return false;
  const written = [...format.text().matchAll(PLACEHOLDER)].flatMap(([, letter]) => letter ?? []);
  return letters.test(written[index] ?? '');
}
