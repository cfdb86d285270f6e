/** Loads the parser and its grammars on first use, once per process: nothing that does not review pays for them. */
import type { SgNode } from '@ast-grep/napi';
import type { RuleLanguage } from '../ast-grep/rule-pack.ts';

export type Parse = (language: RuleLanguage, text: string) => SgNode;

const BUILT_IN = { javascript: 'JavaScript', typescript: 'TypeScript', tsx: 'Tsx' } as const;

let loading: Promise<Parse> | null = null;

export function loadParser(): Promise<Parse> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Parse> {
  const [{ parse, registerDynamicLanguage }, python, go, java, ruby, php, csharp, c, bash] = await Promise.all([
    import('@ast-grep/napi'),
    import('@ast-grep/lang-python'),
    import('@ast-grep/lang-go'),
    import('@ast-grep/lang-java'),
    import('@ast-grep/lang-ruby'),
    import('@ast-grep/lang-php'),
    import('@ast-grep/lang-csharp'),
    import('@ast-grep/lang-c'),
    import('@ast-grep/lang-bash'),
  ]);
  registerDynamicLanguage({
    python: python.default,
    go: go.default,
    java: java.default,
    ruby: ruby.default,
    php: php.default,
    csharp: csharp.default,
    c: c.default,
    bash: bash.default,
  });
  return (language, text) =>
    parse(language in BUILT_IN ? BUILT_IN[language as keyof typeof BUILT_IN] : language, text).root();
}
