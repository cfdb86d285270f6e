/** What is said of every credential that is found in a repository. */
import type { RuleText } from '../rule-tables/rule-text.ts';

export const SECRET_TEXT: Pick<RuleText, 'category' | 'cwe' | 'message' | 'fix'> = {
  category: 'secrets',
  cwe: 'CWE-798',
  message:
    'Everyone who can read the repository or its history can use this credential, and it stays there after removal.',
  fix: 'Revoke it now, then read it at run time: `process.env.API_KEY`, a secret store or a mounted file.',
};

export const titleSecret = (label: string): string => `${label} written into the repository`;
