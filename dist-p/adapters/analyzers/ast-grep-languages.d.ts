/** Loads the parser and its grammars on first use, once per process: nothing that does not review pays for them. */
import type { SgNode } from '@ast-grep/napi';
import type { RuleLanguage } from './rule-pack.ts';
export type Parse = (language: RuleLanguage, text: string) => SgNode;
export declare function loadParser(): Promise<Parse>;
