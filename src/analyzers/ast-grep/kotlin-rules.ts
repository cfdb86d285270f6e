/**
 * Translates rules written for Java's syntax tree into rules for Kotlin's, for files in rules/kotlin that say `like: java-…`, and merges
 * Java's vocabulary into Kotlin's. Alternatives that Kotlin cannot write are left out. Called by compile-rules.ts.
 */

type RuleObject = Readonly<Record<string, unknown>>;

const KINDS: Readonly<Record<string, string>> = {
  method_invocation: 'call_expression',
  object_creation_expression: 'call_expression',
  field_access: 'navigation_expression',
  method_declaration: 'function_declaration',
  constructor_declaration: 'secondary_constructor',
  lambda_expression: 'lambda_literal',
  identifier: 'simple_identifier',
  argument_list: 'value_arguments',
  program: 'source_file',
  block: 'statements',
  formal_parameter: 'parameter',
  import_declaration: 'import_header',
  return_statement: 'jump_expression',
  if_statement: 'if_expression',
  variable_declarator: 'property_declaration',
  local_variable_declaration: 'property_declaration',
  field_declaration: 'property_declaration',
  assignment_expression: 'assignment',
  class_declaration: 'class_declaration',
  class_body: 'class_body',
  string_literal: 'string_literal',
  array_access: 'indexing_expression',
};

type Place = (inner: RuleObject) => RuleObject;

/** The innermost of some kinds, which carries what is asked. */
const deep =
  (...kinds: readonly string[]): Place =>
  (inner) => {
    const [kind = '', ...below] = kinds;
    return { has: { kind, ...(below.length > 0 ? deep(...below)(inner) : inner) } };
  };

const CALL: Readonly<Record<string, Place>> = {
  object: (inner) => ({ has: { kind: 'navigation_expression', has: { nthChild: 1, ...inner } } }),
  name: (inner) => ({
    any: [
      { has: { nthChild: 1, kind: 'simple_identifier', ...inner } },
      deep('navigation_expression', 'navigation_suffix', 'simple_identifier')(inner),
    ],
  }),
  type: (inner) => ({ has: { nthChild: 1, ...inner } }),
  arguments: deep('call_suffix', 'value_arguments'),
};

const PROPERTY: Readonly<Record<string, Place>> = {
  name: deep('variable_declaration', 'simple_identifier'),
  type: deep('variable_declaration', 'user_type'),
  value: (inner) => ({ has: { nthChild: { position: 1, reverse: true }, ...inner } }),
};

/** Where the parts of a node stand that Java's grammar has fields for. */
const PLACES: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  method_invocation: CALL,
  object_creation_expression: CALL,
  field_access: {
    object: (inner) => ({ has: { nthChild: 1, ...inner } }),
    field: deep('navigation_suffix', 'simple_identifier'),
  },
  method_declaration: {
    name: deep('simple_identifier'),
    parameters: deep('function_value_parameters'),
    body: deep('function_body'),
  },
  class_declaration: { name: deep('type_identifier') },
  variable_declarator: PROPERTY,
  local_variable_declaration: PROPERTY,
  field_declaration: PROPERTY,
  assignment_expression: {
    left: deep('directly_assignable_expression'),
    right: (inner) => ({ has: { nthChild: { position: 1, reverse: true }, ...inner } }),
  },
  if_statement: { condition: (inner) => ({ has: { nthChild: 1, ...inner } }) },
};

class NotKotlin extends Error {}

const isRule = (value: unknown): value is RuleObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Objects are made without `new`, statements end without a semicolon. */
const plainText = (text: string): string => text.replaceAll(/new(?:\\s\+| )/gu, '').replaceAll(/;(?!\?)/gu, ';?');

/** What asks something of Java's tree, asked of Kotlin's; null where Kotlin has no such thing. */
export function toKotlin(rule: unknown): unknown {
  try {
    return translate(rule, 'method_invocation');
  } catch (error) {
    if (error instanceof NotKotlin) return null;
    throw error;
  }
}

function translate(value: unknown, around: string): unknown {
  if (!isRule(value)) return value;
  const own = typeof value.kind === 'string' ? value.kind : around;
  const parts = translateParts(value, own);
  const self = translateSelf(value, own);
  return parts.length === 0 ? self : { ...self, all: parts };
}

/** What is asked of the node itself. */
function translateSelf(value: RuleObject, own: string): RuleObject {
  const {
    kind,
    pattern,
    regex,
    stopBy,
    field,
    has: _has,
    inside: _in,
    any: _any,
    all: _all,
    not: _not,
    ...others
  } = value;
  if (field !== undefined || typeof pattern === 'object')
    throw new NotKotlin('a field or a pattern by its surroundings');
  const known = typeof kind === 'string' ? KINDS[kind] : undefined;
  if (kind !== undefined && known === undefined) throw new NotKotlin(String(kind));
  return {
    ...others,
    ...(known === undefined ? {} : { kind: known }),
    ...(typeof pattern === 'string' ? { pattern: pattern.replace(/^new /u, '') } : {}),
    ...(typeof regex === 'string' ? { regex: plainText(regex) } : {}),
    ...(stopBy === undefined ? {} : { stopBy: translate(stopBy, own) }),
  };
}

/** What is asked of what is in it and around it. */
function translateParts({ has, any, all, not, inside }: RuleObject, own: string): readonly unknown[] {
  return [
    ...(has === undefined ? [] : [translateHas(has, own)]),
    ...(Array.isArray(any) ? [{ any: translateAny(any, own) }] : []),
    ...(Array.isArray(all) ? all.map((each) => translate(each, own)) : []),
    ...(isRule(not) ? [{ not: translate(not, own) }] : []),
    ...(isRule(inside) ? [{ inside: translateInside(inside) }] : []),
  ];
}

/** Alternatives that Kotlin does not have are none. */
function translateAny(any: readonly unknown[], around: string): readonly unknown[] {
  const kept = any.flatMap((each) => {
    try {
      return [translate(each, around)];
    } catch (error) {
      if (error instanceof NotKotlin) return [];
      throw error;
    }
  });
  if (kept.length === 0) throw new NotKotlin('no alternative');
  return kept;
}

function translateHas(has: unknown, around: string): unknown {
  if (!isRule(has)) throw new NotKotlin('has');
  const { field, ...inner } = has;
  if (field === undefined) return { has: translate(inner, around) };
  const place = PLACES[around]?.[String(field)];
  if (place === undefined) throw new NotKotlin(`${around}.${String(field)}`);
  return place(translate(inner, around) as RuleObject);
}

function translateInside(inside: RuleObject): unknown {
  return translate(inside, typeof inside.kind === 'string' ? inside.kind : 'method_declaration');
}

/** A rule as it is written in `rules/kotlin`, with what it takes over from one of Java. */
export function fillFromJava(own: RuleObject, java: RuleObject): RuleObject {
  const { like: _, also, ...said } = own;
  const matcher = toKotlin(java.rule);
  const alternatives = [...(matcher === null ? [] : [matcher]), ...(Array.isArray(also) ? also : [])];
  const [only, ...more] = alternatives;
  const yieldsTo = Array.isArray(java.yieldsTo) ? java.yieldsTo.map((id) => String(id).replace(/^java-/u, 'kt-')) : [];
  const constraints = isRule(java.constraints)
    ? Object.fromEntries(
        Object.entries(java.constraints).flatMap(([name, each]) => {
          const kept = toKotlin(each);
          return kept === null ? [] : [[name, kept]];
        }),
      )
    : undefined;
  const { repair: _repair, ...taken } = java;
  return {
    ...taken,
    language: 'kotlin',
    ...(constraints === undefined ? {} : { constraints }),
    ...(yieldsTo.length > 0 ? { yieldsTo } : {}),
    rule: more.length === 0 ? only : { any: flatten(alternatives) },
    ...said,
  };
}

/** Alternatives of alternatives side by side: each is tried on its own. */
const flatten = (alternatives: readonly unknown[]): readonly unknown[] =>
  alternatives.flatMap((each) => {
    if (!isRule(each)) return [];
    const keys = Object.keys(each);
    const inner = keys.length === 1 && Array.isArray(each.all) && each.all.length === 1 ? each.all[0] : each;
    return isRule(inner) && Object.keys(inner).length === 1 && Array.isArray(inner.any) ? inner.any : [each];
  });

const WORDS = ['entries', 'sanitizers', 'propagators', 'collectors'] as const;

/** Java's words of data flow, and those that Kotlin adds. */
export function extendVocabulary(own: RuleObject, java: RuleObject): RuleObject {
  const join = (name: string): string =>
    [java[name], own[name]].filter((each) => typeof each === 'string').join('|') || '(?!)';
  const merge = (name: string, put: (a: unknown, b: unknown) => unknown): RuleObject => {
    const [a, b] = [(java[name] ?? {}) as RuleObject, (own[name] ?? {}) as RuleObject];
    return Object.fromEntries(
      [...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => [key, put(a[key], b[key])]),
    );
  };
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return {
    ...java,
    ...own,
    sources: merge('sources', (a, b) => [...list(a).flatMap((each) => toKotlin(each) ?? []), ...list(b)]),
    mentions: merge('mentions', (a, b) => [a, b].filter((each) => each !== undefined).join('|')),
    roles: merge('roles', (a, b) => ({ ...(a as RuleObject), ...(b as RuleObject) })),
    ...Object.fromEntries(WORDS.map((name) => [name, join(name)])),
  };
}
