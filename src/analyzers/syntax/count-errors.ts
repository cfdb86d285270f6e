/**
 * Counts the places of a text that its grammar cannot parse, with tokens that the parser had to supply; null for a language without a
 * grammar. Called by wiring/write-repairs.ts to see that a repair breaks no syntax.
 */
import type { SgNode } from '@ast-grep/napi';
import { loadParser } from './languages.ts';
import { isTextTooDeep } from './limits.ts';
import { RULE_FAMILIES, type RuleLanguage } from './rule-families.ts';

/** Null for a language without a grammar, and for a text that is nested too deeply to be parsed. */
export async function countSyntaxErrors(language: string | null, text: string): Promise<number | null> {
  if (language === null || !Object.hasOwn(RULE_FAMILIES, language) || isTextTooDeep(text)) return null;
  const parse = await loadParser();
  let errors = 0;
  const open: SgNode[] = [...parse(language as RuleLanguage, text).children()];
  for (let node = open.pop(); node; node = open.pop()) {
    const { start, end } = node.range();
    const children = node.children();
    // What the parser supplied to go on has a kind and no text.
    if (node.kind() === 'ERROR' || (children.length === 0 && start.index === end.index)) errors += 1;
    open.push(...children);
  }
  return errors;
}
