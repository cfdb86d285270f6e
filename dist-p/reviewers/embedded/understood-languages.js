/**
 * Which source languages each embedded reviewer understands, as a table: a plan must know it without loading a parser or a
 * rule. understood-languages.test.ts compares it with what the analyzers themselves accept.
 */
import { findLanguage } from '../../protocol/language.js';
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
];
const MEASURED = [...RULED, 'cpp', 'kotlin', 'rust', 'swift', 'scala', 'dart'];
const UNDERSTOOD = {
    'security-reviewer': RULED,
    'vulnerability-reviewer': 'every',
    'go-reviewer': ['go'],
    'typescript-reviewer': ['typescript', 'tsx', 'javascript'],
    'python-reviewer': ['python'],
    'code-quality-reviewer': MEASURED,
    'documentation-reviewer': 'every',
    'user-persona-reviewer': 'every',
};
/** False where the file would be skipped with `no-analyzer`. A custom reviewer has nothing to see with at all. */
export function isUnderstood(reviewer, language) {
    const languages = UNDERSTOOD[reviewer];
    if (languages === undefined)
        return false;
    if (language === null || findLanguage(language)?.kind !== 'source')
        return true;
    return languages === 'every' || languages.includes(language);
}
