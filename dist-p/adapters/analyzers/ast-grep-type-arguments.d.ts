/**
 * Type arguments, `query<Row>(sql)`, are blanked before TypeScript is matched: a pattern for a call knows none, and they
 * change nothing at run time. Lengths and lines stay, so every place found is a place of the file.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Parse } from './ast-grep-languages.ts';
import type { RuleLanguage } from './rule-pack.ts';
/** The tree to match: the one given, or that of the blanked text. The caller has checked its depth. */
export declare function dropTypeArguments(root: SgNode, parse: Parse, language: RuleLanguage, text: string): SgNode;
