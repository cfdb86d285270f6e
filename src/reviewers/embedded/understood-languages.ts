/**
 * Which source languages each embedded reviewer understands, as a table: a plan must know it without loading a parser or a
 * rule. understood-languages.test.ts compares it with what the analyzers themselves accept.
 */

import { SEMGREP_LANGUAGES } from '../../analyzers/semgrep/semgrep-results.ts';
import { findLanguage } from '../../protocol/source/language.ts';

const RULED = [
  'typescript',
  'tsx',
  'javascript',
  'python',
  'go',
  'java',
  'ruby',
  'php',
  'csharp',
  'c',
  'bash',
  'vue',
  'svelte',
] as const;
const MEASURED = [...RULED, 'cpp', 'kotlin', 'rust', 'swift', 'scala', 'dart'] as const;

const UNDERSTOOD: Readonly<Record<string, readonly string[] | 'every'>> = {
  'security-reviewer': RULED,
  'vulnerability-reviewer': 'every',
  'go-reviewer': ['go'],
  'typescript-reviewer': ['typescript', 'tsx', 'javascript'],
  'python-reviewer': ['python'],
  'code-quality-reviewer': MEASURED,
  'documentation-reviewer': 'every',
  'user-persona-reviewer': 'every',
};

/** False where the file would be skipped with `no-analyzer`. A custom reviewer has nothing to see with at all (`no-model`). */
export function isUnderstood(
  reviewer: string,
  language: string | null,
  { hasSemgrep = false }: { readonly hasSemgrep?: boolean } = {},
): boolean {
  const languages = UNDERSTOOD[reviewer];
  if (languages === undefined) return false;
  if (language === null || findLanguage(language)?.kind !== 'source') return true;
  if (languages === 'every' || languages.includes(language)) return true;
  return hasSemgrep && reviewer === 'security-reviewer' && SEMGREP_LANGUAGES.includes(language);
}
