/** Loads the parser on first use, once per process, and the grammars it does not bring with the first file that needs one. */
import { createRequire } from 'node:module';
import type { DynamicLangRegistrations, SgNode } from '@ast-grep/napi';
import type { RuleLanguage } from './rule-families.ts';

export type Parse = (language: RuleLanguage, text: string) => SgNode;

const BUILT_IN = { javascript: 'JavaScript', typescript: 'TypeScript', tsx: 'Tsx' } as const;

const require = createRequire(import.meta.url);

let loading: Promise<Parse> | null = null;

export function loadParser(): Promise<Parse> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Parse> {
  const { parse, registerDynamicLanguage } = await import('@ast-grep/napi');
  let isRegistered = false;
  return (language, text) => {
    if (language in BUILT_IN) return parse(BUILT_IN[language as keyof typeof BUILT_IN], text).root();
    if (!isRegistered) registerDynamicLanguage(loadGrammars());
    isRegistered = true;
    return parse(language, text).root();
  };
}

/** All at once: the parser takes them once per process. */
const loadGrammars = (): DynamicLangRegistrations => ({
  python: require('@ast-grep/lang-python'),
  go: require('@ast-grep/lang-go'),
  java: require('@ast-grep/lang-java'),
  ruby: require('@ast-grep/lang-ruby'),
  php: require('@ast-grep/lang-php'),
  csharp: require('@ast-grep/lang-csharp'),
  c: require('@ast-grep/lang-c'),
  bash: require('@ast-grep/lang-bash'),
});
