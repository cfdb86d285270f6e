/**
 * Reads `if`, ternary and `switch` of any language into one shape: their branches with statements, and the tests that hold on each. Also
 * lists the statements of a block. Used by guards.ts, exits.ts, liveness.ts, evaluate.ts, bindings.ts and surroundings.ts.
 */
import type { SgNode } from '@ast-grep/napi';

/** What is known on a branch: a condition and its outcome, or that a value equals one of some labels. */
export type Test =
  | { readonly kind: 'condition'; readonly node: SgNode; readonly holds: boolean }
  /** One of several conditions holds. */
  | { readonly kind: 'any'; readonly node: SgNode; readonly conditions: readonly SgNode[] }
  | { readonly kind: 'labels'; readonly node: SgNode; readonly labels: readonly SgNode[] };

export interface Branch {
  readonly tests: readonly Test[];
  /** Its statements, or its one expression; none where the branch is not written down. */
  readonly body: readonly SgNode[];
}

export interface Choice {
  readonly branches: readonly Branch[];
  /** `break` leaves the choice, not what is around it. */
  readonly isSwitch: boolean;
}

const IFS =
  /^(?:if_statement|if|unless|if_modifier|unless_modifier|elsif|ternary_expression|conditional_expression|conditional)$/u;
const SWITCHES =
  /^(?:switch_statement|expression_switch_statement|switch_expression|match_expression|match_statement|case)$/u;
const ARMS =
  /^(?:switch_case|switch_default|expression_case|default_case|switch_block_statement_group|switch_rule|switch_section|switch_expression_arm|case_statement|default_statement|match_conditional_expression|match_default_expression|when|else|case_clause)$/u;
const BLOCKS =
  /^(?:statement_block|block|statement_list|module|program|source_file|compilation_unit|translation_unit|body_statement|block_body|then|else|else_clause|ensure|do|compound_statement|colon_block|switch_case|switch_default|expression_case|default_case|communication_case|switch_block_statement_group|switch_section|case_statement|default_statement|begin|class_body|declaration_list|global_statement|parenthesized_statements)$/u;

export const isBlock = (node: SgNode): boolean => BLOCKS.test(String(node.kind()));
export const isChoice = (node: SgNode): boolean => {
  const kind = String(node.kind());
  return IFS.test(kind) || SWITCHES.test(kind);
};

const isComment = (node: SgNode): boolean => /comment/u.test(String(node.kind()));
const namedOf = (node: SgNode): readonly SgNode[] => node.namedChildren().filter((child) => !isComment(child));

/** The statements of a block in order; a single statement stands for itself. */
export function statementsOf(node: SgNode): readonly SgNode[] {
  const kind = String(node.kind());
  if (!BLOCKS.test(kind)) return [node];
  const labels = new Set(labelsOf(node).map((label) => label.id()));
  return namedOf(node)
    .filter(
      (child) => !labels.has(child.id()) && !/^(?:switch_label|match_condition_list)$/u.test(String(child.kind())),
    )
    .flatMap((child) => (child.is('statement_list') ? statementsOf(child) : [choiceInside(child)]));
}

/** Where `if` is an expression, a statement may be nothing but one. */
function choiceInside(statement: SgNode): SgNode {
  const inner = statement.is('expression_statement') ? statement.namedChildren()[0] : undefined;
  return inner && isChoice(inner) ? inner : statement;
}

/** The branches of a choice, null where the node is none. */
export function readChoice(node: SgNode): Choice | null {
  const kind = String(node.kind());
  if (IFS.test(kind)) return { branches: readIf(node, []), isSwitch: false };
  return SWITCHES.test(kind) ? { branches: readSwitch(node), isSwitch: true } : null;
}

const condition = (node: SgNode, holds: boolean): Test => ({ kind: 'condition', node, holds });

function readIf(node: SgNode, before: readonly Test[]): readonly Branch[] {
  const named = namedOf(node);
  const isPythonChoice = node.is('conditional_expression') && !node.field('condition');
  const test = isPythonChoice ? named[1] : node.field('condition');
  if (!test) return [];
  const holds = !/^unless/u.test(String(node.kind()));
  const body = isPythonChoice ? named[0] : (node.field('consequence') ?? node.field('body'));
  const then: Branch = {
    tests: [...before, condition(test, holds)],
    body: body && body.id() !== test.id() ? statementsOf(body) : [],
  };
  let failed = [...before, condition(test, !holds)];
  const branches: Branch[] = [then];
  const alternatives = isPythonChoice
    ? named.slice(2, 3)
    : node.fieldChildren('alternative').filter((child) => child.isNamed());
  for (const alternative of alternatives) {
    const { made, rest } = readAlternative(alternative, failed);
    branches.push(...made);
    if (rest === null) return branches;
    failed = [...rest];
  }
  return [...branches, { tests: failed, body: [] }];
}

/** One `else`, `else if` or `elif`; with what holds behind it where more may follow. */
function readAlternative(
  node: SgNode,
  failed: readonly Test[],
): { readonly made: readonly Branch[]; readonly rest: readonly Test[] | null } {
  const kind = String(node.kind());
  if (/^(?:elif_clause|else_if_clause)$/u.test(kind)) {
    const [test, body] = [node.field('condition'), node.field('consequence') ?? node.field('body')];
    if (!test) return { made: [], rest: failed };
    const made = [{ tests: [...failed, condition(test, true)], body: body ? statementsOf(body) : [] }];
    return { made, rest: [...failed, condition(test, false)] };
  }
  if (/^(?:if_statement|elsif)$/u.test(kind)) return { made: readIf(node, failed), rest: null };
  const inner = /^else/u.test(kind) ? (node.field('body') ?? node) : node;
  const [only, ...others] = statementsOf(inner);
  if (/^(?:else_clause|block)$/u.test(kind) && only?.is('if_statement') && others.length === 0)
    return { made: readIf(only, failed), rest: null };
  const body =
    only && /^(?:statement_)?block$/u.test(String(only.kind())) && others.length === 0
      ? statementsOf(only)
      : statementsOf(inner);
  return { made: [{ tests: failed, body }], rest: null };
}

function readSwitch(node: SgNode): readonly Branch[] {
  const named = namedOf(node);
  const value = node.field('value') ?? node.field('condition') ?? node.field('subject') ?? valueOfArms(node, named);
  const holder = node.field('body') ?? node;
  const arms = namedOf(holder)
    .flatMap((child) => (child.is('block') ? namedOf(child) : [child]))
    .filter((child) => ARMS.test(String(child.kind())));
  const branches: Branch[] = [];
  let [labels, isOpen]: [SgNode[], boolean] = [[], false];
  let hasDefault = false;
  const failed: Test[] = [];
  for (const arm of arms) {
    const own = labelsOf(arm);
    const body = bodyOf(arm);
    const isDefault = isDefaultArm(arm, own);
    hasDefault ||= isDefault;
    isOpen ||= isDefault;
    labels.push(...own);
    // An arm without statements goes on into the next one, in most languages.
    if (body.length === 0 && arm.id() !== arms.at(-1)?.id() && !ENDS.test(String(arm.kind()))) continue;
    branches.push({ tests: testsOfArm(value, isOpen ? [] : labels, failed), body });
    if (value === null) failed.push(...labels.map((label) => condition(label, false)));
    [labels, isOpen] = [[], isOpen && !isLeft(body)];
  }
  return hasDefault ? branches : [...branches, { tests: failed, body: [] }];
}

/** Arms that no other one runs into: those of Go and Ruby. */
const ENDS = /^(?:expression_case|when)$/u;

const isLeft = (body: readonly SgNode[]): boolean =>
  /^(?:break|return|throw|continue|raise|yield)/u.test(String(body.at(-1)?.kind() ?? '')) ||
  body.some((statement) => /_expression$/u.test(String(statement.kind())));

/** `switch (true)`, and Go without a value: every label is a condition. */
function testsOfArm(value: SgNode | null, labels: readonly SgNode[], failed: readonly Test[]): readonly Test[] {
  const isPlain = value === null || /^\(?true\)?$/u.test(value.text());
  if (!isPlain) return labels.length === 0 ? [] : [{ kind: 'labels', node: value, labels }];
  const [first, ...others] = labels;
  if (!first) return failed;
  return [...failed, others.length === 0 ? condition(first, true) : { kind: 'any', node: first, conditions: labels }];
}

const valueOfArms = (node: SgNode, named: readonly SgNode[]): SgNode | null =>
  node.is('switch_expression') ? (named[0] ?? null) : null;

function labelsOf(arm: SgNode): readonly SgNode[] {
  const kind = String(arm.kind());
  if (kind === 'switch_case' || kind === 'case_statement') return [arm.field('value') ?? []].flat();
  if (kind === 'expression_case') return arm.field('value')?.namedChildren() ?? [];
  if (kind === 'when') return arm.fieldChildren('pattern').filter((child) => child.isNamed());
  if (kind === 'match_conditional_expression') return arm.field('conditional_expressions')?.namedChildren() ?? [];
  if (kind === 'switch_block_statement_group' || kind === 'switch_rule')
    return namedOf(arm).flatMap((child) => (child.is('switch_label') ? namedOf(child) : []));
  if (kind === 'switch_section' || kind === 'case_clause')
    return namedOf(arm).filter((child) => /pattern$|^(?:case_\w+_label|when_clause)$/u.test(String(child.kind())));
  if (kind === 'switch_expression_arm') return namedOf(arm).slice(0, -1);
  return [];
}

function bodyOf(arm: SgNode): readonly SgNode[] {
  const kind = String(arm.kind());
  if (kind === 'switch_expression_arm') return namedOf(arm).slice(-1);
  const whole =
    arm.field('return_expression') ?? arm.field('consequence') ?? (kind === 'when' ? arm.field('body') : null);
  if (whole) return statementsOf(whole);
  if (kind === 'when' || kind === 'match_default_expression') return [];
  if (kind === 'switch_rule') return namedOf(arm).slice(1).flatMap(statementsOf);
  const statements = statementsOf(arm);
  return statements.length === 1 && statements[0] && isBlock(statements[0]) ? statementsOf(statements[0]) : statements;
}

const isDefaultArm = (arm: SgNode, labels: readonly SgNode[]): boolean =>
  /default|^else$/u.test(String(arm.kind())) ||
  labels.length === 0 ||
  labels.some((label) => /^(?:_|default|var \w+)$/u.test(label.text()));

/** The branch that a place lies on, null where it is part of a test. */
export const branchAround = ({ branches }: Choice, offset: number): Branch | null =>
  branches.find(({ body }) =>
    body.some((part) => part.range().start.index <= offset && offset < part.range().end.index),
  ) ?? null;
