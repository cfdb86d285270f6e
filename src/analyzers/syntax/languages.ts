/**
 * Loads the ast-grep parser once per process and returns a function from language and text to a syntax tree (tree-node.ts); grammars that
 * ast-grep does not bring are registered with the first file that needs one. Used by ast-grep, outline, own-rules and project-flow.
 */
import type { SgNode } from '@ast-grep/napi';
import { DIALECTS } from './dialects.ts';
import { loadGrammars } from './grammar-files.ts';
import type { RuleLanguage } from './rule-families.ts';
import { rememberTree } from './tree-node.ts';

export type Parse = (language: RuleLanguage, text: string) => SgNode;

const BUILT_IN = { javascript: 'JavaScript', typescript: 'TypeScript', tsx: 'Tsx' } as const;

let loading: Promise<Parse> | null = null;

export function loadParser(): Promise<Parse> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Parse> {
  const { parse, registerDynamicLanguage } = await import('@ast-grep/napi');
  let isRegistered = false;
  return (language, text) => {
    if (language in BUILT_IN)
      return rememberTree(parse(BUILT_IN[language as keyof typeof BUILT_IN], text).root(), text);
    if (!isRegistered) registerDynamicLanguage(loadGrammars());
    isRegistered = true;
    const dialect = DIALECTS[language] ?? null;
    return rememberTree(parse(language, dialect?.prepare?.(text) ?? text).root(), text, dialect);
  };
}
