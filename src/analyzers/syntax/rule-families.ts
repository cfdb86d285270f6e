/**
 * Maps each language that has a grammar to its family, the folder of the rule pack with its rules (TypeScript and TSX to `javascript`).
 * Used wherever rules or trees are chosen by language.
 */
export const RULE_FAMILIES = {
  javascript: 'javascript',
  typescript: 'javascript',
  tsx: 'javascript',
  python: 'python',
  go: 'go',
  java: 'java',
  ruby: 'ruby',
  php: 'php',
  csharp: 'csharp',
  c: 'c',
  bash: 'bash',
  kotlin: 'kotlin',
  rust: 'rust',
} as const;

export type RuleLanguage = keyof typeof RULE_FAMILIES;
export type RuleFamily = (typeof RULE_FAMILIES)[RuleLanguage];
