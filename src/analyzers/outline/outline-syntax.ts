/**
 * Loads outline-syntax.json, the node kinds per language that make classes, decorators, imports, exports and bindings (syntax/grammars.ts
 * has functions and calls), and lists the global names of outside input, such as `$_GET`. Used by outline-source.ts.
 */
import type { RuleFamily, RuleLanguage } from '../syntax/rule-families.ts';
import syntaxes from './outline-syntax.json' with { type: 'json' };

export interface OutlineSyntax {
  readonly classes: readonly string[];
  /** Decorators, annotations, attributes. */
  readonly decorators: readonly string[];
  readonly imports: readonly string[];
  readonly exports: readonly string[];
  /** Kinds that give a name a value or a type, with the fields of name, value and type; `last` is the last child. */
  readonly bindings: Readonly<Record<string, readonly [name: string, value: string, type: string]>>;
  /** Kinds that name a function: the fields of name and function. */
  readonly naming: Readonly<Record<string, readonly [name: string, value: string]>>;
  readonly packages: readonly string[];
}

const NOTHING: OutlineSyntax = {
  classes: [],
  decorators: [],
  imports: [],
  exports: [],
  bindings: {},
  naming: {},
  packages: [],
};

export const OUTLINE_SYNTAX = Object.fromEntries(
  Object.entries(syntaxes).map(([language, own]) => [language, { ...NOTHING, ...own }]),
) as unknown as Readonly<Partial<Record<RuleLanguage, OutlineSyntax>>>;

/** Names under which a language hands over what comes from outside. */
export const OUTSIDE_NAMES: Readonly<Partial<Record<RuleFamily, RegExp>>> = {
  javascript: /\bprocess\.argv\b/gu,
  python: /\bsys\.argv\b|__name__\s*==\s*['"]__main__['"]/gu,
  go: /\bos\.Args\b/gu,
  ruby: /\bARGV\b/gu,
  php: /\$_(?:GET|POST|REQUEST|COOKIE|FILES)\b|\bphp:\/\/input\b|\$argv\b/gu,
};
