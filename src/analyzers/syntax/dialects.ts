/**
 * Maps node kinds and fields of Kotlin's and Rust's grammar to those that data flow knows from the others (Kotlin's has no fields, Rust's
 * does not parse into macros). Rules are matched with the grammar's own kinds. Used by languages.ts and tree-node.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { RuleLanguage } from './rule-families.ts';

type Find = (node: SgNode) => SgNode | null | undefined | readonly SgNode[];

export interface Dialect {
  /** The text as it is parsed: of the same length, line by line. */
  readonly prepare?: (text: string) => string;
  /** Kinds of the grammar and what they are called here; some depend on how the node begins. */
  readonly kinds: Readonly<Record<string, string | ((node: SgNode) => string)>>;
  /** Fields that the grammar does not name, by its own kind. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, Find>>>>;
}

const named = (node: SgNode, at: number): SgNode | undefined => node.namedChildren().at(at);
const only = (node: SgNode, pattern: RegExp): SgNode | undefined =>
  node.children().find((child) => pattern.test(ownKind(child)));
const ownKind = (node: SgNode): string => (node as unknown as { grammarKind(): string }).grammarKind();
const begins = (node: SgNode, word: string): boolean => node.children()[0]?.text() === word;

/** Macros whose arguments are expressions, read as calls: `format!(…)` becomes `format (…)`, and `vec![…]` a list. */
const MACRO =
  /\b(format|format_args|print|println|eprint|eprintln|write|writeln|panic|assert|assert_eq|assert_ne|debug_assert|debug_assert_eq|debug_assert_ne|bail|anyhow|ensure|unreachable|todo|unimplemented)!(?=\s?\()|\bvec!(?=\s?\[)/gu;

const RUST: Dialect = {
  prepare: (text) => text.replace(MACRO, (_, name?: string) => (name === undefined ? '   &' : `${name} `)),
  kinds: {
    if_expression: 'if_statement',
    match_arm: 'when',
    match_pattern: 'pattern',
    return_expression: 'return_statement',
    break_expression: 'break_statement',
    continue_expression: 'continue_statement',
    loop_expression: 'while_statement',
    try_expression: 'await_expression',
    array_expression: 'array',
    tuple_expression: 'tuple',
    unsafe_block: 'block',
    async_block: 'block',
    unary_expression: (node) => (begins(node, '*') ? 'pointer_expression' : 'unary_expression'),
  },
  fields: {
    impl_item: { name: (node) => node.field('type') },
    match_arm: {
      body: (node) => node.field('value'),
      subject: (node) => node.parent()?.parent()?.field('value'),
    },
  },
};

const BINARY: Readonly<Record<string, Find>> = {
  left: (node) => named(node, 0),
  right: (node) => named(node, 1),
  operator: (node) => node.children().find((child) => !child.isNamed()),
};

const TYPE = /^(?:user_type|nullable_type|function_type)$/u;
const typeOf: Find = (node) => only(node, TYPE);
const nameOf: Find = (node) => only(node, /^simple_identifier$/u);
const suffixOf = (node: SgNode): SgNode | undefined => only(node, /^call_suffix$/u);
const bodyOf: Find = (node) => only(node, /^control_structure_body$/u);

/** The value of `fun f() = value`, or the block. */
function readBody(node: SgNode): SgNode | undefined {
  const body = only(node, /^function_body$/u);
  return body && begins(body, '=') ? named(body, 0) : body;
}

const KOTLIN: Dialect = {
  kinds: {
    if_expression: 'if_statement',
    when_expression: 'case',
    when_entry: 'when',
    when_condition: 'parenthesized_expression',
    control_structure_body: 'block',
    function_body: 'block',
    statements: 'statement_list',
    try_expression: 'try_statement',
    catch_block: 'catch_clause',
    finally_block: 'finally_clause',
    equality_expression: 'binary_expression',
    comparison_expression: 'binary_expression',
    conjunction_expression: 'binary_expression',
    disjunction_expression: 'binary_expression',
    additive_expression: 'binary_expression',
    multiplicative_expression: 'binary_expression',
    elvis_expression: 'binary_expression',
    check_expression: 'binary_expression',
    prefix_expression: 'unary_expression',
    postfix_expression: 'non_null_expression',
    value_argument: 'argument',
    annotated_lambda: 'argument',
    interpolated_expression: 'interpolation',
    collection_literal: 'array',
    jump_expression: (node) => `${/^\w+/u.exec(node.text())?.[0] ?? 'return'}_statement`,
  },
  fields: {
    call_expression: {
      function: (node) => named(node, 0),
      arguments: (node) => {
        const suffix = suffixOf(node);
        return suffix && only(suffix, /^value_arguments$/u);
      },
      block: (node) => {
        const suffix = suffixOf(node);
        const lambda = suffix && only(suffix, /^annotated_lambda$/u);
        return lambda && only(lambda, /^lambda_literal$/u);
      },
    },
    constructor_invocation: { arguments: (node) => only(node, /^value_arguments$/u) },
    annotation: {
      arguments: (node) => {
        const made = only(node, /^constructor_invocation$/u);
        return made && only(made, /^value_arguments$/u);
      },
    },
    navigation_expression: {
      object: (node) => named(node, 0),
      property: (node) => {
        const suffix = only(node, /^navigation_suffix$/u);
        return suffix && named(suffix, 0);
      },
    },
    indexing_expression: {
      object: (node) => named(node, 0),
      index: (node) => {
        const suffix = only(node, /^indexing_suffix$/u);
        return suffix && named(suffix, 0);
      },
    },
    directly_assignable_expression: {
      object: (node) => named(node, 0),
      property: (node) => {
        const suffix = named(node, -1);
        return suffix && /^(?:navigation|indexing)_suffix$/u.test(ownKind(suffix)) ? named(suffix, 0) : undefined;
      },
    },
    value_argument: {
      name: (node) => (node.namedChildren().length > 1 ? named(node, 0) : null),
      value: (node) => named(node, -1),
    },
    if_expression: {
      condition: (node) => node.namedChildren().find((child) => ownKind(child) !== 'control_structure_body'),
      consequence: (node) => {
        const word = node.children().findIndex((child) => child.text() === 'else' && !child.isNamed());
        const before = word < 0 ? node.children() : node.children().slice(0, word);
        return before.find((child) => ownKind(child) === 'control_structure_body');
      },
      alternative: (node) => {
        const word = node.children().findIndex((child) => child.text() === 'else' && !child.isNamed());
        return word < 0
          ? null
          : node
              .children()
              .slice(word + 1)
              .find((child) => child.isNamed());
      },
    },
    when_expression: {
      value: (node) => {
        const subject = only(node, /^when_subject$/u);
        return subject && named(subject, -1);
      },
    },
    when_entry: {
      pattern: (node) => node.children().filter((child) => ownKind(child) === 'when_condition'),
      body: bodyOf,
    },
    while_statement: { condition: (node) => named(node, 0), body: bodyOf },
    do_while_statement: { condition: (node) => named(node, -1), body: bodyOf },
    for_statement: { left: (node) => named(node, 0), right: (node) => named(node, 1), body: bodyOf },
    try_expression: { body: (node) => only(node, /^statements$/u) },
    property_declaration: {
      name: (node) => {
        const declared = only(node, /variable_declaration$/u);
        return declared && ownKind(declared) === 'variable_declaration' ? named(declared, 0) : declared;
      },
      type: (node) => {
        const declared = only(node, /^variable_declaration$/u);
        return declared && typeOf(declared);
      },
      value: (node) => {
        const at = node.children().findIndex((child) => child.text() === '=' && !child.isNamed());
        return at < 0
          ? null
          : node
              .children()
              .slice(at + 1)
              .find((child) => child.isNamed());
      },
    },
    assignment: {
      left: (node) => {
        const target = named(node, 0);
        return target && target.namedChildren().length === 1 ? named(target, 0) : target;
      },
      right: (node) => named(node, -1),
      operator: (node) => node.children().find((child) => !child.isNamed()),
    },
    function_declaration: {
      name: nameOf,
      parameters: (node) => only(node, /^function_value_parameters$/u),
      type: typeOf,
      body: readBody,
    },
    anonymous_function: { parameters: (node) => only(node, /^function_value_parameters$/u), body: readBody },
    secondary_constructor: {
      parameters: (node) => only(node, /^function_value_parameters$/u),
      body: (node) => only(node, /^statements$/u),
    },
    lambda_literal: {
      parameters: (node) => only(node, /^lambda_parameters$/u),
      // Its last expression is what it gives.
      body: (node) => {
        const statements = only(node, /^statements$/u);
        return statements && named(statements, -1);
      },
    },
    parameter: { name: nameOf, type: typeOf },
    class_parameter: { name: nameOf, type: typeOf },
    variable_declaration: { name: nameOf, type: typeOf },
    class_declaration: {
      name: (node) => only(node, /^type_identifier$/u),
      body: (node) => only(node, /^(?:class|enum_class)_body$/u),
    },
    object_declaration: {
      name: (node) => only(node, /^type_identifier$/u),
      body: (node) => only(node, /^class_body$/u),
    },
    ...Object.fromEntries(
      'equality comparison conjunction disjunction additive multiplicative elvis check'
        .split(' ')
        .map((word) => [`${word}_expression`, BINARY]),
    ),
  },
};

export const DIALECTS: Readonly<Partial<Record<RuleLanguage, Dialect>>> = { kotlin: KOTLIN, rust: RUST };
