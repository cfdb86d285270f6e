/**
 * Lists the Grammar (grammar.ts) of each language family with data flow: JavaScript, Python, Go, Java, Ruby, PHP, C#, C, Kotlin, Rust.
 * Used by ast-grep/ast-grep.ts, outline/outline-source.ts and project-flow/linked-files.ts.
 */

import type { Grammar } from './grammar.ts';
import type { RuleFamily } from './rule-families.ts';

const NOTHING = /(?!)/u;

/** What most of them have in common, or have not at all. */
const USUAL = {
  parameters: ['parameters'],
  names: ['identifier'],
  choices: {},
  returns: ['return_statement'],
  classes: [],
  imports: [],
  own: NOTHING,
  constructors: NOTHING,
  records: [],
  pairs: {},
} as const;

const JAVASCRIPT: Grammar = {
  ...USUAL,
  functions: [
    'function_declaration',
    'function_expression',
    'generator_function_declaration',
    'generator_function',
    'arrow_function',
    'method_definition',
  ],
  parameters: ['parameters', 'parameter'],
  names: ['identifier', 'shorthand_property_identifier', 'shorthand_property_identifier_pattern'],
  bindings: [
    { kind: 'variable_declarator', target: 'name', value: 'value', declares: true },
    { kind: 'assignment_expression', target: 'left', value: 'right' },
    { kind: 'augmented_assignment_expression', target: 'left', value: 'right', augments: true },
    { kind: 'for_in_statement', target: 'left', value: 'right', declares: true },
  ],
  calls: [
    { kind: 'call_expression', callee: 'function', arguments: 'arguments' },
    { kind: 'new_expression', callee: 'constructor', arguments: 'arguments', carries: true },
  ],
  members: { member_expression: 'object', subscript_expression: 'object' },
  opaque: ['unary_expression', 'function_expression', 'arrow_function', 'class', 'regex', 'number', 'comment'],
  blocks: ['statement_block', 'program', 'switch_case', 'switch_default'],
  classes: ['class_declaration', 'class'],
  imports: ['import_statement'],
  own: /^this\./u,
  constructors: /^constructor$/u,
  records: ['object'],
  pairs: { pair: ['key', 'value'] },
  hasIndirectCalls: true,
};

const PYTHON: Grammar = {
  ...USUAL,
  functions: ['function_definition', 'lambda'],
  bindings: [
    { kind: 'assignment', target: 'left', value: 'right', declares: true },
    { kind: 'augmented_assignment', target: 'left', value: 'right', augments: true },
    { kind: 'named_expression', target: 'name', value: 'value', declares: true },
    { kind: 'for_statement', target: 'left', value: 'right', declares: true },
    { kind: 'for_in_clause', target: 'left', value: 'right', declares: true },
    { kind: 'as_pattern', target: 'alias', value: '0', declares: true },
  ],
  calls: [{ kind: 'call', callee: 'function', arguments: 'arguments' }],
  members: { attribute: 'object', subscript: 'value' },
  opaque: ['comparison_operator', 'not_operator', 'lambda', 'integer', 'float', 'comment'],
  choices: { keyword_argument: 'name' },
  blocks: ['block', 'module'],
  classes: ['class_definition'],
  imports: ['import_statement', 'import_from_statement'],
  own: /^self\./u,
  constructors: /^__init__$/u,
  dropsRoot: true,
  matchesFromStart: true,
  records: ['dictionary'],
  pairs: { pair: ['key', 'value'] },
};

const GO: Grammar = {
  ...USUAL,
  dividesWhole: true,
  functions: ['function_declaration', 'method_declaration', 'func_literal'],
  bindings: [
    { kind: 'short_var_declaration', target: 'left', value: 'right', declares: true },
    { kind: 'assignment_statement', target: 'left', value: 'right' },
    { kind: 'var_spec', target: 'name', value: 'value', declares: true },
    { kind: 'const_spec', target: 'name', value: 'value', declares: true },
    { kind: 'range_clause', target: 'left', value: 'right', declares: true },
  ],
  calls: [{ kind: 'call_expression', callee: 'function', arguments: 'arguments' }],
  members: { selector_expression: 'operand', index_expression: 'operand', slice_expression: 'operand' },
  opaque: ['func_literal', 'comment'],
  choices: {},
  blocks: ['block', 'source_file', 'expression_case', 'default_case', 'communication_case', 'type_case'],
  imports: ['import_spec'],
  returnsErrors: true,
  records: ['literal_value'],
  pairs: { keyed_element: ['0', '1'] },
  composed: 'composite_literal',
  fills: {
    callee:
      /(?:\.(?:Decode|DecodeElement|Unmarshal\w*|Scan|StructScan|SliceScan|MapScan|Bind\w*|ShouldBind\w*|MustBind\w*|BodyParser|QueryParser|ParamsParser|ReqHeaderParser|ReadJSON|ReadForm|ReadQuery|ReadBody|ReadEntity|ParseForm|Read|ReadFrom)|^fmt\.(?:Sscan|Fscan|Scan)\w*|^io\.(?:Copy|CopyN|ReadFull|ReadAtLeast)|^runtime\.Stack|^copy)$|\b(?:DB|db|tx|Tx|orm)\b.{0,200}\.(?:First|Find|Take|Last)$/u,
    references: ['unary_expression'],
  },
};

const JAVA: Grammar = {
  ...USUAL,
  dividesWhole: true,
  functions: ['method_declaration', 'constructor_declaration', 'lambda_expression'],
  bindings: [
    { kind: 'variable_declarator', target: 'name', value: 'value', declares: true },
    { kind: 'assignment_expression', target: 'left', value: 'right' },
    { kind: 'enhanced_for_statement', target: 'name', value: 'value', declares: true },
    { kind: 'resource', target: 'name', value: 'value', declares: true },
    { kind: 'instanceof_expression', target: 'name', value: 'left', declares: true },
  ],
  calls: [
    { kind: 'method_invocation', callee: null, object: 'object', name: 'name', arguments: 'arguments' },
    { kind: 'object_creation_expression', callee: 'type', arguments: 'arguments', carries: true },
  ],
  members: { field_access: 'object', array_access: 'array' },
  opaque: ['lambda_expression', 'unary_expression', 'instanceof_expression', 'line_comment', 'block_comment'],
  blocks: ['block', 'program', 'switch_block_statement_group'],
  classes: ['class_declaration', 'record_declaration'],
  own: /^this\./u,
  declarations: [
    'local_variable_declaration',
    'field_declaration',
    'formal_parameter',
    'spread_parameter',
    'resource',
    'catch_formal_parameter',
    'enhanced_for_statement',
    'instanceof_expression',
  ],
  references: ['method_reference'],
  invokers: /^(?:accept|apply|applyAs\w+|run|call|test|get|handle|execute|invoke|perform)$/u,
  fills: { callee: /\.(?:read|readFully|readNBytes)$/u, references: [] },
  fields: ['field_declaration'],
};

const RUBY: Grammar = {
  ...USUAL,
  dividesWhole: true,
  functions: ['method', 'singleton_method', 'block', 'do_block', 'lambda'],
  names: ['identifier', 'instance_variable'],
  bindings: [
    { kind: 'assignment', target: 'left', value: 'right' },
    { kind: 'operator_assignment', target: 'left', value: 'right', augments: true },
    { kind: 'for', target: 'pattern', value: 'value', declares: true },
  ],
  calls: [{ kind: 'call', callee: null, object: 'receiver', name: 'method', arguments: 'arguments' }],
  members: { element_reference: 'object', scope_resolution: 'scope' },
  opaque: ['integer', 'float', 'simple_symbol', 'comment', 'lambda', 'block', 'do_block'],
  blocks: ['body_statement', 'program', 'block_body', 'then', 'else', 'do', 'begin'],
  changesArguments: true,
  returns: ['return'],
  classes: ['class', 'module'],
  own: /^@/u,
  constructors: /^initialize$/u,
  records: ['hash'],
  pairs: { pair: ['key', 'value'] },
  implicit: true,
  anchorsLines: true,
};

const PHP: Grammar = {
  ...USUAL,
  functions: ['function_definition', 'method_declaration', 'anonymous_function', 'arrow_function'],
  names: ['variable_name'],
  bindings: [
    { kind: 'assignment_expression', target: 'left', value: 'right', declares: true },
    { kind: 'augmented_assignment_expression', target: 'left', value: 'right', augments: true },
    { kind: 'foreach_statement', target: '1', value: '0', declares: true },
  ],
  calls: [
    { kind: 'function_call_expression', callee: 'function', arguments: 'arguments' },
    { kind: 'member_call_expression', callee: null, object: 'object', name: 'name', arguments: 'arguments' },
    { kind: 'scoped_call_expression', callee: null, object: 'scope', name: 'name', arguments: 'arguments' },
    { kind: 'object_creation_expression', callee: null, arguments: 'arguments', carries: true },
  ],
  members: { member_access_expression: 'object', subscript_expression: '' },
  opaque: ['anonymous_function', 'arrow_function', 'unary_op_expression', 'comment', 'cast_expression'],
  blocks: ['compound_statement', 'program', 'colon_block', 'case_statement', 'default_statement'],
  classes: ['class_declaration', 'trait_declaration'],
  own: /^\$this->/u,
  constructors: /^__construct$/u,
  delimitsPatterns: true,
  changesArguments: true,
  records: ['array_creation_expression'],
  pairs: { array_element_initializer: ['0', '1'] },
};

const CSHARP: Grammar = {
  ...USUAL,
  dividesWhole: true,
  functions: ['method_declaration', 'constructor_declaration', 'local_function_statement', 'lambda_expression'],
  names: ['identifier', 'implicit_parameter'],
  bindings: [
    { kind: 'variable_declarator', target: 'name', value: null, declares: true },
    { kind: 'assignment_expression', target: 'left', value: 'right' },
    { kind: 'foreach_statement', target: 'left', value: 'right', declares: true },
  ],
  calls: [
    { kind: 'invocation_expression', callee: 'function', arguments: 'arguments' },
    { kind: 'object_creation_expression', callee: 'type', arguments: 'arguments', carries: true },
  ],
  members: { member_access_expression: 'expression', element_access_expression: 'expression' },
  opaque: ['lambda_expression', 'prefix_unary_expression', 'is_pattern_expression', 'comment'],
  blocks: ['block', 'compilation_unit', 'switch_section'],
  classes: ['class_declaration', 'record_declaration'],
  dropsRoot: true,
  own: /^this\./u,
  fields: ['field_declaration', 'property_declaration'],
};

const C: Grammar = {
  ...USUAL,
  dividesWhole: true,
  functions: ['function_definition'],
  parameters: ['declarator'],
  bindings: [
    { kind: 'init_declarator', target: 'declarator', value: 'value', declares: true },
    { kind: 'assignment_expression', target: 'left', value: 'right' },
  ],
  calls: [{ kind: 'call_expression', callee: 'function', arguments: 'arguments' }],
  members: { field_expression: 'argument', subscript_expression: 'argument', pointer_expression: 'argument' },
  opaque: ['comment', 'number_literal', 'sizeof_expression'],
  blocks: ['compound_statement', 'translation_unit', 'case_statement'],
  changesArguments: true,
  fills: {
    callee:
      /^(?:gets|fgets|getline|getdelim|scanf|fscanf|sscanf|vscanf|fread|read|pread|recv|recvfrom|SSL_read|BIO_read)$/u,
    references: ['pointer_expression'],
  },
};

const RUST: Grammar = {
  ...USUAL,
  dividesWhole: true,
  functions: ['function_item', 'closure_expression'],
  names: ['identifier', 'shorthand_field_identifier'],
  bindings: [
    { kind: 'let_declaration', target: 'pattern', value: 'value', declares: true },
    { kind: 'const_item', target: 'name', value: 'value', declares: true },
    { kind: 'static_item', target: 'name', value: 'value', declares: true },
    { kind: 'assignment_expression', target: 'left', value: 'right' },
    { kind: 'compound_assignment_expr', target: 'left', value: 'right', augments: true },
    { kind: 'for_expression', target: 'pattern', value: 'value', declares: true },
    { kind: 'let_condition', target: 'pattern', value: 'value', declares: true },
    { kind: 'match_arm', target: 'pattern', value: 'subject', declares: true },
  ],
  calls: [{ kind: 'call_expression', callee: 'function', arguments: 'arguments' }],
  members: {
    field_expression: 'value',
    index_expression: '',
    scoped_identifier: 'path',
    generic_function: 'function',
  },
  opaque: [
    'closure_expression',
    'type_cast_expression',
    'integer_literal',
    'float_literal',
    'boolean_literal',
    'char_literal',
    'line_comment',
    'block_comment',
  ],
  blocks: ['block', 'source_file', 'declaration_list', 'unsafe_block', 'async_block'],
  returns: ['return_expression'],
  classes: ['impl_item', 'trait_item'],
  own: /^self\./u,
  records: ['field_initializer_list'],
  pairs: { field_initializer: ['field', 'value'] },
  implicit: true,
  dropsRoot: true,
  captures: /^(?:format|format_args|print|println|eprint|eprintln|write|writeln|panic|bail|anyhow)$/u,
  fills: {
    callee: /\.(?:read|read_line|read_to_string|read_to_end|read_exact|read_until)$/u,
    references: ['reference_expression'],
  },
};

const KOTLIN: Grammar = {
  ...USUAL,
  dividesWhole: true,
  functions: ['function_declaration', 'anonymous_function', 'secondary_constructor', 'lambda_literal'],
  names: ['simple_identifier', 'interpolated_identifier'],
  bindings: [
    { kind: 'property_declaration', target: 'name', value: 'value', declares: true },
    { kind: 'assignment', target: 'left', value: 'right' },
    { kind: 'for_statement', target: 'left', value: 'right', declares: true },
  ],
  calls: [{ kind: 'call_expression', callee: 'function', arguments: 'arguments' }],
  members: {
    navigation_expression: 'object',
    indexing_expression: 'object',
    directly_assignable_expression: 'object',
  },
  opaque: [
    'lambda_literal',
    'anonymous_function',
    'prefix_expression',
    'unary_expression',
    'callable_reference',
    'line_comment',
    'multiline_comment',
  ],
  choices: { value_argument: 'name', argument: 'name' },
  blocks: ['block', 'statement_list', 'source_file', 'class_body'],
  returns: ['jump_expression'],
  classes: ['class_declaration', 'object_declaration'],
  own: /^this\./u,
  fields: ['property_declaration'],
  declarations: ['property_declaration', 'parameter', 'class_parameter'],
  references: ['callable_reference'],
  constructsByCall: true,
  unnamed: { kind: 'lambda_literal', name: 'it' },
  nameless: [
    'integer_literal',
    'string_literal',
    'boolean_literal',
    'null',
    'call_expression',
    'navigation_expression',
  ],
  fills: { callee: /\.(?:read|readFully|readNBytes)$/u, references: [] },
};

/** Families with data flow; rules of the others match syntax alone. */
export const GRAMMARS: Readonly<Partial<Record<RuleFamily, Grammar>>> = {
  javascript: JAVASCRIPT,
  python: PYTHON,
  go: GO,
  java: JAVA,
  ruby: RUBY,
  php: PHP,
  csharp: CSHARP,
  c: C,
  kotlin: KOTLIN,
  rust: RUST,
};
