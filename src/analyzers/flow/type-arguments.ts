/**
 * Type arguments, `query<Row>(sql)`, are blanked before TypeScript is matched: a pattern for a call knows none, and they
 * change nothing at run time. Lengths and lines stay, so every place found is a place of the file.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Parse } from '../syntax/languages.ts';
import type { RuleLanguage } from '../syntax/rule-families.ts';

const TYPED = new Set<RuleLanguage>(['typescript', 'tsx']);
const LOOKS_TYPED = /[\w$]<[^()]{1,200}>\(/u;

/** The tree to match: the one given, or that of the blanked text. The caller has checked its depth. */
export function dropTypeArguments(root: SgNode, parse: Parse, language: RuleLanguage, text: string): SgNode {
  if (!TYPED.has(language) || !LOOKS_TYPED.test(text)) return root;
  const ranges = root.findAll({ rule: { kind: 'type_arguments' } }).map((node) => node.range());
  if (ranges.length === 0) return root;
  let blanked = '';
  let at = 0;
  for (const { start, end } of ranges) {
    // Those inside of others are blank already.
    if (start.index < at) continue;
    blanked += text.slice(at, start.index) + text.slice(start.index, end.index).replace(/[^\r\n]/g, ' ');
    at = end.index;
  }
  return parse(language, blanked + text.slice(at));
}
