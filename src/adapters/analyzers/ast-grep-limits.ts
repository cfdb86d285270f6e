/**
 * Keeps hostile files from stopping the analyzer: asking for a node's parent costs its depth, so a tree some thousand
 * levels deep takes minutes. Depth by brackets is seen in the text, depth by chains only in the tree.
 */
import type { SgNode } from '@ast-grep/napi';

const MAX_NESTING = 1_000;
const MAX_DEPTH = 2_500;
const LONG_CHAIN = 8_000;
const MANY_BRANCHES = 500;

/** What the text alone shows: too deep for the parser, or worth a look at the tree. */
export function judgeText(text: string): 'fine' | 'suspicious' | 'too-deep' {
  let depth = 0;
  let chain = 0;
  let isLong = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '(' || character === '[' || character === '{') depth += 1;
    else if (character === ')' || character === ']' || character === '}') depth = Math.max(0, depth - 1);
    if (depth > MAX_NESTING) return 'too-deep';
    chain = endsChain(text, at, depth) ? 0 : chain + 1;
    isLong ||= chain > LONG_CHAIN;
  }
  return isLong || (text.match(/\belse\b/gu)?.length ?? 0) > MANY_BRANCHES ? 'suspicious' : 'fine';
}

/** Braces and semicolons end a chain of operators; a new line does unless the line before or after asks for more. */
function endsChain(text: string, at: number, depth: number): boolean {
  const character = text[at];
  if (character === ';' || character === '{' || character === '}') return true;
  return (
    character === '\n' &&
    depth === 0 &&
    /[\w)\]"'`]\s*$/u.test(text.slice(Math.max(0, at - 8), at)) &&
    /^\s*[\w"'@#$]/u.test(text.slice(at, at + 24))
  );
}

export function isTreeTooDeep(root: SgNode): boolean {
  const open: { readonly node: SgNode; readonly depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > MAX_DEPTH) return true;
    for (const node of next.node.children()) open.push({ node, depth: next.depth + 1 });
  }
  return false;
}
