/**
 * Blanks type arguments (`query<Row>(sql)`) of TypeScript and Go and parses again, because patterns for calls do not know them; offsets
 * stay. Returns the tree to match, the given one where there are none. Used by ast-grep.ts, outline/outline-source.ts and
 * project-flow/linked-files.ts.
 */
import type { Range, SgNode } from '@ast-grep/napi';
import type { Parse } from '../syntax/languages.ts';
import type { RuleLanguage } from '../syntax/rule-families.ts';

const LOOKS_TYPED: Partial<Record<RuleLanguage, RegExp>> = {
  typescript: /[\w$]<[^()]{1,200}>\(/u,
  tsx: /[\w$]<[^()]{1,200}>\(/u,
  go: /\w\[[^\]\n]{1,120}\]\(/u,
};
/** What Go's grammar takes for an index: `first[string](list)`. */
const GO_TYPE = /^(?:\w+\.)?(?:[A-Z]\w*|string|bool|byte|rune|error|any|u?int(?:8|16|32|64)?|float(?:32|64))$/u;

/** The tree to match: the one given, or that of the blanked text. The caller has checked its depth. */
export function dropTypeArguments(root: SgNode, parse: Parse, language: RuleLanguage, text: string): SgNode {
  if (LOOKS_TYPED[language]?.test(text) !== true) return root;
  const written = root.findAll({ rule: { kind: 'type_arguments' } });
  const ranges = [...written.map((node) => node.range()), ...(language === 'go' ? indexedTypes(root) : [])];
  if (ranges.length === 0) return root;
  const blanked = parse(language, blank(text, ranges));
  if (countErrors(blanked) <= countErrors(root)) return blanked;
  const called = written.filter((node) => CALLS.has(String(node.parent()?.kind()))).map((node) => node.range());
  return called.length === 0 ? root : parse(language, blank(text, called));
}

/** `(a: A): B<C>` before a line `<D>(…)`: without its own arguments the type takes those of the next line. */
const CALLS: ReadonlySet<string> = new Set(['call_expression', 'new_expression']);

const countErrors = (root: SgNode): number => root.findAll({ rule: { kind: 'ERROR' } }).length;

type Stretch = Pick<Range, 'start' | 'end'>;

function blank(text: string, ranges: readonly Stretch[]): string {
  let blanked = '';
  let at = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start.index - b.start.index)) {
    // Those inside of others are blank already.
    if (start.index < at) continue;
    blanked += text.slice(at, start.index) + text.slice(start.index, end.index).replace(/[^\r\n]/g, ' ');
    at = end.index;
  }
  return blanked + text.slice(at);
}

function indexedTypes(root: SgNode): readonly Stretch[] {
  const called = root.findAll({
    rule: { kind: 'index_expression', inside: { kind: 'call_expression', field: 'function' } },
  });
  return called.flatMap((node) => {
    const operand = node.field('operand');
    const isType = GO_TYPE.test(node.field('index')?.text() ?? '');
    return operand && isType ? [{ start: operand.range().end, end: node.range().end }] : [];
  });
}
