/**
 * Splits a condition of any language one step down: not, and, or, a comparison with its operator, or a single test. Used by checks.ts and
 * evaluate.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import { unwrap } from './relations.ts';

export type Condition =
  | { readonly kind: 'not'; readonly of: SgNode }
  | { readonly kind: 'and' | 'or'; readonly left: SgNode; readonly right: SgNode }
  | { readonly kind: 'compare'; readonly operator: string; readonly left: SgNode; readonly right: SgNode }
  | { readonly kind: 'test'; readonly node: SgNode };

const CONJUNCTIONS: Readonly<Record<string, 'and' | 'or'>> = { '&&': 'and', and: 'and', '||': 'or', or: 'or' };

/** One step down into a condition. */
export function readCondition(written: SgNode): Condition {
  const node = unwrap(written);
  const kind = String(node.kind());
  if (/^(?:not_operator|unary\w*|prefix_unary_expression|negated_pattern)$/u.test(kind)) return readUnary(node, kind);
  if (kind === 'comparison_operator') return readComparison(node);
  if (/^(?:binary\w*|boolean_operator)$/u.test(kind)) return readBinary(node);
  if (/^(?:named_expression|assignment_expression|assignment)$/u.test(kind)) {
    const value = node.field('value') ?? node.field('right');
    if (value) return readCondition(value);
  }
  return { kind: 'test', node };
}

function readUnary(node: SgNode, kind: string): Condition {
  const operand = node.field('argument') ?? node.field('operand') ?? node.namedChildren().at(-1);
  const isNot = kind === 'not_operator' || kind === 'negated_pattern' || /^(?:!|not\b)/u.test(node.text());
  if (!isNot || !operand) return { kind: 'test', node };
  return { kind: 'not', of: operand };
}

/** Python spells `not in` and `is not` as two words, and may chain. */
function readComparison(node: SgNode): Condition {
  const [left, right, ...more] = node.namedChildren();
  if (!left || !right || more.length > 0) return { kind: 'test', node };
  const operator = node
    .text()
    .slice(left.range().end.index - node.range().start.index, right.range().start.index - node.range().start.index)
    .trim()
    .replace(/\s+/gu, ' ');
  return { kind: 'compare', operator, left, right };
}

function readBinary(node: SgNode): Condition {
  const [left, right] = [node.field('left'), node.field('right')];
  const operator =
    node.field('operator')?.text() ??
    node
      .children()
      .find((child) => !child.isNamed())
      ?.text() ??
    '';
  if (!left || !right) return { kind: 'test', node };
  if (operator === '!in') return { kind: 'compare', operator: 'not in', left, right };
  const joint = CONJUNCTIONS[operator];
  return joint ? { kind: joint, left, right } : { kind: 'compare', operator, left, right };
}

const EQUAL: Readonly<Record<string, boolean>> = {
  '==': true,
  '===': true,
  is: true,
  '-eq': true,
  '!=': false,
  '!==': false,
  '<>': false,
  'is not': false,
};

/** Whether an operator asks for equal or for unequal; undefined where it asks something else. */
export const asksEqual = (operator: string): boolean | undefined => EQUAL[operator];
