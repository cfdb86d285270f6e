/** Tests that stand between a source and a sink: around a use of the value, or before the sink with a way out. */
import type { SgNode } from '@ast-grep/napi';
import type { Grammar } from '../syntax/grammar.ts';
import { findKinds } from './calls.ts';

export interface Condition {
  readonly text: string;
  /** Where the test itself ends; what lies in it is not yet guarded by it. */
  readonly tested: number;
  readonly start: number;
  readonly end: number;
  readonly exits: boolean;
  /** Names that get a constant where the test says so: `if (!known(x)) x = 'none'`. */
  readonly replaces: readonly string[];
}

const MAX_CONDITION = 2_000;
const MAX_BODY = 4_000;
const REPLACEMENT =
  /(?<![\w.$"'`])([\w$@]+)\s*=\s*(?:"[^"\n]*"|'[^'\n]*'|`[^`$\n]*`|-?\d+|nil|null|None|undefined)(?=\s*(?:[;}\n]|$))/gu;

export function collectConditions(root: SgNode, grammar: Grammar): readonly Condition[] {
  return [
    ...findKinds(root, grammar.conditionals).map((node) => describeCondition(node, grammar)),
    ...findKinds(root, grammar.conjunctions).flatMap(describeConjunction),
  ];
}

function describeCondition(node: SgNode, grammar: Grammar): Condition {
  const { start, end } = node.range();
  const condition = node.field('condition') ?? node.field('value') ?? node.namedChildren()[0];
  const isSwitch = /switch|^case$/u.test(String(node.kind()));
  // `use(x) if test(x)`: the test stands behind what it guards.
  const isBehind = /_modifier$/u.test(String(node.kind()));
  const text = [node.field('initializer'), condition]
    .flatMap((part) => part?.text() ?? [])
    .join('; ')
    .slice(0, MAX_CONDITION);
  const tested = (isBehind ? undefined : condition?.range().end.index) ?? start.index;
  const body = node.text().slice(tested - start.index, tested - start.index + MAX_BODY);
  return {
    text: isSwitch ? `${text} === 'case'` : text,
    tested,
    replaces: [...body.matchAll(REPLACEMENT)].flatMap(([, name]) => name ?? []),
    start: start.index,
    end: end.index,
    exits: !isSwitch && grammar.exits.test(node.text()),
  };
}

/** In `test(x) && use(x)` the right side runs only if the left holds. */
function describeConjunction(node: SgNode): readonly Condition[] {
  const operator = node.field('operator')?.text();
  const [left, right] = [node.field('left'), node.field('right')];
  if (!left || !right || (operator !== '&&' && operator !== 'and')) return [];
  const { start, end } = right.range();
  const text = left.text().slice(0, MAX_CONDITION);
  return [{ text, tested: start.index, start: start.index, end: end.index, exits: false, replaces: [] }];
}
