/**
 * Says whether an expression or list holds only values that the program itself wrote down (literals, constants), or is taken for such by
 * its name (`allowedHosts`). Used by the checks of this folder, since comparing with such a value counts as a guard, and by walk.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './bindings.ts';
import { type CallSite, describeCall, memberObject } from './calls.ts';
import { unwrap } from './relations.ts';
import { findScope, type Scope } from './scopes.ts';

const MAX_DEPTH = 6;

/** Written like a constant: what it holds was decided by the program. */
export const CONSTANT = /^[A-Z][A-Z0-9_]*\b|\.[A-Z][A-Z0-9_]+$/u;

const LITERAL =
  /^(?:number|integer|float|true|false|null|none|nil|undefined|boolean|null_literal|boolean_literal|decimal_\w+literal|hex_\w+literal|integer_literal|real_literal|int_literal|float_literal|imaginary_literal|rune_literal|char_literal|character_literal|simple_symbol|hash_key_symbol|bare_symbol|raw_string_literal|verbatim_string_literal|regex|regex_literal|nil_literal|decimal_floating_point_literal|property_identifier)$/u;
const TEXT =
  /^(?:string|string_literal|template_string|interpreted_string_literal|encapsed_string|concatenated_string|bare_string|heredoc|heredoc_body|nowdoc|raw_string_literal|interpolated_string_expression)$/u;
const COLLECTION =
  /^(?:array|list|tuple|set|dictionary|object|string_array|symbol_array|array_creation_expression|composite_literal|literal_value|literal_element|keyed_element|array_initializer|initializer_expression|implicit_array_creation_expression|hash|pair|array_element_initializer|argument_list|arguments|collection_expression|expression_list|element|expression_element|union_pattern|or_pattern|constant_pattern|case_pattern|case_switch_label|pattern|parenthesized_pattern|dotted_name|array_type|switch_label|unary_expression|range)$/u;
const NAMED_CONSTANT =
  /^(?:scope_resolution|class_constant_access_expression|scoped_identifier|qualified_identifier|class_literal|name)$/u;
const PAIR = /^(?:pair|keyed_element|array_element_initializer)$/u;
const MAKER =
  /^(?:new)?(?:Set|Map|WeakSet|frozenset|set|tuple|list|dict|sorted|Array|(?:java\.util\.)?(?:Immutable)?(?:Set|List|Map|SortedSet)\.(?:of|copyOf|ofEntries)|(?:java\.util\.)?Arrays\.asList|Map\.entry|EnumSet\.\w+|(?:Linked)?HashSet|TreeSet|ArrayList|HashMap|Object\.(?:freeze|keys|values|entries|fromEntries)|Collections\.\w+|Stream\.of|array_keys|array_values|array_merge|array_flip|mapset\.\w+|Set\.new|Array\.of|Array\.from|regexp\.MustCompile|re\.compile|Pattern\.compile|RegExp|Regex|FrozenSet\.\w+|ImmutableHashSet\.\w+|ImmutableArray\.\w+|List|listOf|setOf|mapOf|arrayOf|hashSetOf|HashSet(?:::from)?|BTreeSet::from|HashMap::from|String::from|Dictionary|sets\.New\w*|str|String|getattr)(?:<[^()]*>)?$/u;
const SAME_CONTENT =
  /^(?:freeze|keys|values|entries|items|stream|keySet|entrySet|toSet|to_set|ToHashSet|ToList|ToArray|ToFrozenSet|concat|map|split|lower|toLowerCase|trim|copy|union|Keys|Values|dup|getName|name|toString|to_s|slice|as_const)$/u;

const FROM_OUTSIDE =
  /(?<![\w$])(?:(?:req|request|Request)(?!\.(?:host|hostname|get_host|host_url|url_root)\b)|params|ctx|_GET|_POST|_REQUEST|_COOKIE|query|body|args|argv|input|FormValue|getParameter|headers|cookies|session)(?![\w$])/u;

/** Whether the program wrote it down: a literal, a list of literals, a name for either. */
export function isConstant(node: SgNode, facts: FileFacts, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const inner = unwrap(node);
  const kind = String(inner.kind());
  const all = (nodes: readonly SgNode[]): boolean => nodes.every((one) => isConstant(one, facts, depth + 1));
  if (LITERAL.test(kind) || NAMED_CONSTANT.test(kind)) return true;
  if (TEXT.test(kind)) return all(valuesIn(inner));
  if (facts.grammar.names.includes(kind) || kind === 'constant') return isConstantName(inner, facts, depth);
  const call = describeCall(inner, facts.grammar);
  if (call) return isConstantCall(call, all);
  if (memberObject(inner, facts.grammar)) return isConstantMember(inner, facts, depth);
  // Of a table its keys count.
  if (PAIR.test(kind)) return all(inner.namedChildren().slice(0, 1));
  return (COLLECTION.test(kind) || kind.startsWith('binary')) && all(partsOf(inner));
}

function isConstantCall(call: CallSite, all: (nodes: readonly SgNode[]) => boolean): boolean {
  if (MAKER.test(call.callee)) return all(call.arguments) && all(initialValues(call.node));
  if (!call.object || !SAME_CONTENT.test(call.name)) return /^\w+$/u.test(call.callee) && CONSTANT.test(call.callee);
  const plain = call.arguments.filter((one) => !/lambda|function/u.test(String(one.kind())));
  return all([call.object, ...plain]);
}

const partsOf = (node: SgNode): readonly SgNode[] =>
  node
    .namedChildren()
    .filter((part) => !/comment|type|^(?:string_start|string_end)$|array_rank|dimensions/u.test(String(part.kind())));
const initialValues = (node: SgNode): readonly SgNode[] => {
  const initializer = node.field('initializer');
  return initializer ? partsOf(initializer) : [];
};

/** What a text takes in. */
const valuesIn = (node: SgNode): readonly SgNode[] =>
  node
    .namedChildren()
    .filter((part) =>
      /substitution|interpolation$|variable_name|member_access|subscript|interpolated_identifier/u.test(
        String(part.kind()),
      ),
    )
    .flatMap((part) =>
      /substitution|interpolation/u.test(String(part.kind()))
        ? part.namedChildren().filter((one) => !/brace|format/u.test(String(one.kind())))
        : [part],
    );

function isConstantMember(node: SgNode, facts: FileFacts, depth: number): boolean {
  const text = node.text();
  if (FROM_OUTSIDE.test(text)) return false;
  if (CONSTANT.test(text.replace(/^\$?(?:this|self|cls)(?:\.|->)/u, '')) || /^[A-Z]\w*(?:\.|::)[A-Z]\w*$/u.test(text))
    return true;
  const own = findScope(facts.scopeAt(node.range().start.index), text)?.assignments.get(text);
  return own?.every(({ value }) => isConstant(value, facts, depth + 1)) ?? false;
}

function isConstantName(node: SgNode, facts: FileFacts, depth: number): boolean {
  const name = node.text();
  const inner = facts.scopeAt(node.range().start.index);
  const scope = findScope(inner, name);
  const given = scope?.assignments.get(name) ?? [];
  if (given.length > 0)
    return given.every(({ value, statement }) => value.id() !== statement.id() && isConstant(value, facts, depth + 1));
  if (scope) return isElementOfConstant(name, scope, facts, depth);
  return CONSTANT.test(name) || String(node.kind()) === 'constant';
}

/** `KNOWN.some((one) => …)`: the parameter is one of the constants. */
function isElementOfConstant(name: string, scope: Scope, facts: FileFacts, depth: number): boolean {
  const parameter = scope.parameters.find((candidate) => candidate.name === name);
  return (
    parameter?.index === 0 &&
    scope.registrations.length > 0 &&
    scope.registrations.every(({ call }) => call.object !== null && isConstant(call.object, facts, depth + 1))
  );
}

/** Whether a list holds only what the program chose: no part of a request, and not filled in the file with values that are no constants. */
export function isOwnCollection(node: SgNode, facts: FileFacts, depth = 0): boolean {
  const inner = unwrap(node);
  if (isConstant(inner, facts)) return true;
  const text = inner.text();
  if (depth > 3 || text.length > 300 || FROM_OUTSIDE.test(text)) return false;
  if (!facts.grammar.names.includes(String(inner.kind()))) return true;
  const scope = findScope(facts.scopeAt(inner.range().start.index), text);
  return (scope?.assignments.get(text) ?? []).every(({ value, part, statement }) =>
    part === null || value.id() === statement.id()
      ? isOwnCollection(value, facts, depth + 1)
      : isConstant(value, facts),
  );
}

const VOUCHED =
  /allow|expected|known|trusted|permitted|default|config|settings|env\b|base|root|own\b|origin|valid|supported/iu;

/** A value to compare with: the program's own, by what the file shows or by its name. */
export const isOwnValue = (node: SgNode, facts: FileFacts): boolean => {
  const text = unwrap(node).text();
  return isConstant(node, facts) || (text.length < 120 && VOUCHED.test(text) && !FROM_OUTSIDE.test(text));
};
