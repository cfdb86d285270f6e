/**
 * Defines the schemas of a rule file (YAML around an ast-grep rule) and of a vocabulary (sources, sanitizers and other words of data flow
 * of a language family), and normalizes what they parse. Run by compile-rules.ts and own-rules/compile-own-rules.ts; other files take
 * only its types.
 */
import { z } from 'zod';
import { PROJECT_KINDS } from '../../protocol/config/project-kind.ts';
import { SEVERITIES } from '../../protocol/findings/severity.ts';
import { SINKS, type Sink, sinkOf } from '../flow/sinks.ts';
import { linkWeakness } from '../rule-tables/claim-rule.ts';
import { hasCategory, ruleId, ruleText } from '../rule-tables/rule-text.ts';
import { RULE_FAMILIES, type RuleLanguage } from '../syntax/rule-families.ts';
import { expandLetterCase } from './letter-case.ts';
import { REGEX_CHECKS } from './regex-faults.ts';

const RULE_LANGUAGES = Object.keys(RULE_FAMILIES) as [RuleLanguage, ...RuleLanguage[]];
const { title, message, fix, ...weight } = ruleText;

const pattern = z.string().transform((text, context) => {
  try {
    return new RegExp(expandLetterCase(text), 'u');
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});
/** ast-grep's own rule object; ast-grep checks it when the rule's cases run. */
const matcher = z.record(z.string(), z.unknown()).transform((rule) => allowNoRest(rule) as Record<string, unknown>);

/** In our rules `, $$$REST)` means "and perhaps more"; to ast-grep a comma asks for at least one more. */
const REST = /, \$\$\$[A-Z]+(?=[)\s};]*$)/u;

function allowNoRest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(allowNoRest);
  if (value === null || typeof value !== 'object') return value;
  const rule = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'regex' && typeof inner === 'string' ? toAsciiClasses(inner) : allowNoRest(inner),
    ]),
  );
  const shorter = dropRest(rule.pattern);
  if (shorter === null) return rule;
  const { pattern: full, ...others } = rule;
  return {
    // What else the rule asks comes first: it is mostly a word about the callee, and cheaper than a pattern.
    all: [...(Object.keys(others).length > 0 ? [others] : []), { any: [{ pattern: full }, { pattern: shorter }] }],
  };
}

const ASCII_CLASSES: Readonly<Record<string, string>> = { '\\w': '0-9A-Za-z_', '\\d': '0-9' };

/** ast-grep builds its expressions anew for each file, and the tables behind a Unicode `\w` make that slow. */
function toAsciiClasses(regex: string): string {
  let isInSet = false;
  return regex.replaceAll(/\\[\s\S]|\[\^?\]?|\]/gu, (part) => {
    if (part.startsWith('[')) isInSet = true;
    else if (part === ']') isInSet = false;
    if (part === '\\b' && !isInSet) return '(?-u:\\b)';
    const plain = ASCII_CLASSES[part];
    if (plain === undefined) return part;
    return isInSet ? plain : `[${plain}]`;
  });
}

function dropRest(pattern: unknown): unknown {
  if (typeof pattern === 'string') return REST.test(pattern) ? pattern.replace(REST, '') : null;
  if (pattern === null || typeof pattern !== 'object' || !('context' in pattern)) return null;
  const context = dropRest(pattern.context);
  return context === null ? null : { ...pattern, context };
}

const OPEN_CALLEE = /^(?:new )?[\w$.]*\$[A-Z]\w*(?=\(| \$)|^\$[A-Z]\w* \+?=(?!=)/u;

/**
 * ast-grep settles on the first alternative that fits a node before it looks at the constraints. Alternatives whose callee
 * or target is open fit the same code, so each of them is tried on its own.
 */
function splitAlternatives(rule: Record<string, unknown>): readonly Record<string, unknown>[] {
  if (!Array.isArray(rule.any)) return [rule];
  const groups = Map.groupBy<string, unknown>(rule.any, (alternative) => openCallee(alternative) ?? '');
  return [...groups.values()].map((any) => ({ ...rule, any }));
}

/** The callee of an alternative that is a metavariable at its end; of `all` and `any` the first that has one. */
function openCallee(rule: unknown): string | null {
  if (rule === null || typeof rule !== 'object') return null;
  if (Array.isArray(rule)) return rule.map(openCallee).find((callee) => callee !== null) ?? null;
  const { pattern, has, all, any } = rule as Readonly<Record<string, unknown>>;
  if (typeof pattern === 'string') return OPEN_CALLEE.exec(pattern)?.[0] ?? null;
  if (isOpenObject(has)) return has.pattern;
  return openCallee(all ?? any ?? null);
}

/** `has: { field: object, pattern: $X }`: a call on anything. */
const isOpenObject = (has: unknown): has is { readonly pattern: string } =>
  has !== null && typeof has === 'object' && 'field' in has && has.field === 'object' && 'pattern' in has;

const taintSchema = z.strictObject({
  /** Metavariables of which one must carry untrusted data. */
  focus: z.array(z.string()).min(1),
  /** Source sets of the vocabulary, `parameter` for those of named functions, `exported` for those others can
   * call, `value` for any value whose origin the file does not show. */
  sources: z.array(z.string()).min(1),
  /** Calls that end the flow for this rule, beside the vocabulary's. */
  sanitizers: pattern.optional(),
  /** Calls that do not end it, although the vocabulary says so: a number is safe text, but not a safe size. */
  passes: pattern.optional(),
  /** Members that an outsider does not choose, as `source.member`: where the server has put an upload. */
  owned: pattern.optional(),
  /** Only sources that read like this count. */
  from: pattern.optional(),
  /** The value must arrive as it is: once it is part of a text it is harmless. */
  asObject: z.boolean().default(false),
  /** Only what decides the host of an address counts, not what stands behind it. */
  host: z.boolean().optional(),
  /** Letters of placeholders that write a value in a harmless way: `%r` quotes line breaks. */
  printed: pattern.optional(),
  /** Single tests that make a value safe for this rule where they hold, beside those that data flow itself understands. */
  guards: pattern.optional(),
  /** What the sink does with text, which says what a check is worth; without it by the rule's cwe. */
  sink: z.enum(SINKS).optional(),
  /** The sink only makes what others use, such as a path or an address: a check of that further on counts. */
  makes: z.boolean().optional(),
  /** A value that goes to several sinks in the same way is reported at the first of them. */
  once: z.boolean().default(false),
  /** Where it is shown: at the source where one check there mends every sink. */
  place: z.enum(['sink', 'source']).default('sink'),
  /** How grave it is where the source is assumed, such as a parameter; without it a step milder than the rule. */
  assumed: z.enum(SEVERITIES).optional(),
  /** A flow counts only if one of its expressions fits: for sinks whose name alone says little. */
  via: pattern.optional(),
  /** A flow from a parameter counts only if one of its expressions fits: wrappers that pass a value on do not. */
  parameterVia: pattern.optional(),
  /** The same for a value of unseen origin; without it `parameterVia` counts. */
  valueVia: pattern.optional(),
});

/** The keys of a rule, as they are written. */
export const ruleKeys = {
  id: ruleId,
  language: z.union([z.enum(RULE_LANGUAGES).transform((name) => [name]), z.array(z.enum(RULE_LANGUAGES)).min(1)]),
  reviewer: z.string(),
  ...weight,
  /** Words in the statement, or in the name of the function around it, that say what is at stake, and how grave that is. */
  stakes: z.strictObject({ words: pattern, severity: z.enum(SEVERITIES) }).optional(),
  /** Outside security: an outsider may exploit the weakness, so findings name the CWE and count as alarms. */
  alarm: z.boolean().default(false),
  title,
  message,
  fix,
  references: z.array(z.url()).default([]),
  /** Fields of this reviewer beyond the common ones (FACT-12). */
  extra: z.record(z.string(), z.string()).default({}),
  /** The file's text must match, else the rule is not tried. */
  requires: pattern.optional(),
  /** The file's text must not match. */
  unless: pattern.optional(),
  /** The text of the function around a match must not match. */
  unlessAround: pattern.optional(),
  /** What the package.json files above the file say must not match. */
  unlessPackages: pattern.optional(),
  /** Paths the rule does not speak about. */
  exclude: pattern.optional(),
  /** Speaks of projects of this kind alone. */
  project: z.enum(PROJECT_KINDS).optional(),
  rule: matcher,
  constraints: z.record(z.string(), matcher).optional(),
  utils: z.record(z.string(), matcher).optional(),
  /** Metavariables with the names of a template and of a variable: counts only where that template does not escape it. */
  template: z.strictObject({ name: z.string(), key: z.string() }).optional(),
  /** Rules that say the same and more: where one of them speaks about a line, this one is silent. */
  yieldsTo: z.array(z.string()).default([]),
  /** What a metavariable must be called in full, see names.ts. */
  names: z.record(z.string(), pattern).optional(),
  /** What a metavariable must be declared or made as, see declared-types.ts. */
  types: z.record(z.string(), pattern).optional(),
  /** How the value of a metavariable must read, where the file writes it down: see values.ts. */
  literals: z.record(z.string(), pattern).optional(),
  /** What the regular expression in a metavariable must suffer from. */
  regex: z
    .strictObject({
      focus: z.string(),
      check: z.enum(REGEX_CHECKS),
      /** Calls that try the expression at the beginning of the text only. */
      anchoredBy: pattern.optional(),
    })
    .optional(),
  /** Mechanical repair: the first expression that fits the matched text says what is written in its place (`$1` is its first group). */
  repair: z
    .array(z.strictObject({ find: pattern, write: z.string() }))
    .min(1)
    .optional(),
  taint: taintSchema.optional(),
} as const;

export const ruleSchema = z
  .strictObject(ruleKeys)
  .superRefine((rule, context) => {
    if (!hasCategory(rule.reviewer, rule.category))
      context.addIssue({ code: 'custom', message: `${rule.reviewer} has no category ${rule.category}` });
    if (rule.reviewer === 'security-reviewer' && (rule.cwe === null || rule.dimension === null))
      context.addIssue({ code: 'custom', message: 'a security rule needs cwe and dimension' });
    if (rule.reviewer !== 'security-reviewer' && rule.dimension !== null)
      context.addIssue({ code: 'custom', message: 'only a security rule has a dimension' });
    if (rule.alarm && (rule.cwe === null || rule.dimension !== null))
      context.addIssue({ code: 'custom', message: 'alarm is said of rules outside security that have a cwe' });
    if (rule.cwe === null && rule.references.length === 0)
      context.addIssue({ code: 'custom', message: 'a rule without cwe needs references' });
  })
  .transform(({ references, rule: written, taint, ...rule }) => ({
    ...rule,
    ...(taint ? { taint: widenSources({ ...taint, sink: taint.sink ?? sinkOf(rule.cwe) }) } : {}),
    matchers: splitAlternatives(written),
    references: [...new Set([...linkWeakness(rule.cwe), ...references])],
  }));

/** What a line of a log, a pattern or a size does with a message harms nobody but the sender's own queue. */
const NOT_FROM_MESSAGES: ReadonlySet<Sink> = new Set(['line', 'regex', 'amount', 'html']);
/** What runs what a model answered, or shows it as markup. */
const FROM_MODELS: ReadonlySet<Sink> = new Set(['sql', 'shell', 'code', 'html']);
const FROM_FILES: ReadonlySet<Sink> = new Set(['shell', 'sql']);
const FROM_ENVIRONMENT: ReadonlySet<Sink> = new Set(['shell', 'sql', 'code']);

/**
 * Who fills a value decides how grave a flow is, not whether it is told: what counts for requests counts for messages and for tools
 * of agents, what counts for the command line for the environment. A path or an address that a file holds is its owner's own.
 */
function widenSources<T extends { readonly sources: readonly string[]; readonly sink: Sink }>(taint: T): T {
  const { sources, sink } = taint;
  const more = [
    ...(sources.includes('http') && !NOT_FROM_MESSAGES.has(sink) ? ['agent', 'message'] : []),
    ...(sources.includes('http') && FROM_MODELS.has(sink) ? ['model'] : []),
    ...(sources.includes('cli') && FROM_ENVIRONMENT.has(sink) ? ['env'] : []),
    ...(sources.includes('cli') && FROM_FILES.has(sink) ? ['file'] : []),
  ];
  return { ...taint, sources: [...new Set([...sources, ...more])] };
}

const ITERATORS =
  /\.(?:map|each|forEach|filter|flat_map|flatMap|collect|select|reject|find|detect|each_with_index|each_with_object|each_value|tap|then|reduce|inject|any|all|stream)\??$|^(?:map|filter)$/u;

export const vocabularySchema = z.strictObject({
  /** Named sets of matchers for places where untrusted data enters. */
  sources: z.record(z.string(), z.array(matcher)),
  /** What a text with a source of that set must mention; saves the search in all others. */
  mentions: z.record(z.string(), pattern),
  /** Text of a file that sends requests: a request in it is its own, not a visitor's. */
  sends: pattern.optional(),
  /** Decorators or annotations that make a function's parameters input from outside. */
  entries: pattern.optional(),
  /** The same for other source sets, by what stands before a function: tools that a model calls, tasks of a queue. */
  callers: z.record(z.string(), pattern).default({}),
  /** Objects that the framework hands over, and which of their members hold untrusted data. */
  roles: z
    .record(
      z.string(),
      z.strictObject({
        source: z.string(),
        members: pattern.optional(),
        /** Methods whose result is untrusted. */
        calls: pattern.optional(),
        /** Parameters and variables that play the role by name alone. */
        names: pattern.optional(),
        /** Parameters that play it by their declaration. */
        types: pattern.optional(),
        /** Expressions that give such an object. */
        values: pattern.optional(),
        /** The role it is taken for by place, where the name says it is this one. */
        narrows: z.string().optional(),
        /** Members that play a role themselves. */
        leads: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default({}),
  /**
   * Calls that take a function and later call it, by how they begin, or `=name` for a function of that name: what each
   * of its parameters is, a role or a source set.
   */
  handlers: z
    .array(
      z.strictObject({
        callee: pattern,
        parameters: z.array(z.string().nullable()).min(1),
        /** Declarations of parameters that are handed something else: an object that the framework looks up or makes. */
        unless: pattern.optional(),
      }),
    )
    .default([]),
  /** Calls that hand the elements of their receiver or first argument to a function. */
  iterators: pattern.default(ITERATORS),
  /** Where a file names what others may call; its groups hold the names. Without it every named function counts. */
  exports: pattern.optional(),
  /** Callees whose result is safe whatever goes in: numbers, hashes, lengths. */
  sanitizers: pattern,
  /** Callees whose result carries what their arguments carry. */
  propagators: pattern,
  /** Methods that put their argument into their receiver. */
  collectors: pattern,
  /** Callees of predicates that hold for harmless values alone, whatever the sink. */
  guards: pattern,
});

export type Rule = z.output<typeof ruleSchema>;
export type Taint = NonNullable<Rule['taint']>;
export type Vocabulary = z.output<typeof vocabularySchema>;
