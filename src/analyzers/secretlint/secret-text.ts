/**
 * Holds the texts of findings about credentials (message, advice by language, title, labels) and lists the credential rules that are no
 * row of rules/secretlint/. Used by secretlint.ts and rule-catalogue.ts.
 */
import type { Severity } from '../../protocol/findings/severity.ts';
import type { RuleText } from '../rule-tables/rule-text.ts';

export const SECRET_TEXT: Pick<RuleText, 'category' | 'cwe' | 'message' | 'fix'> = {
  category: 'secrets',
  cwe: 'CWE-798',
  message:
    'Everyone who can read the repository or its history can use this credential, and it stays there after removal.',
  fix: 'Revoke it now, then read it at run time: an environment variable, a secret store or a mounted file.',
};

const READERS: Readonly<Record<string, string>> = {
  javascript: 'process.env.API_KEY',
  typescript: 'process.env.API_KEY',
  tsx: 'process.env.API_KEY',
  vue: 'process.env.API_KEY',
  svelte: 'process.env.API_KEY',
  python: 'os.environ["API_KEY"]',
  go: 'os.Getenv("API_KEY")',
  ruby: 'ENV.fetch("API_KEY")',
  php: "getenv('API_KEY')",
  java: 'System.getenv("API_KEY")',
  kotlin: 'System.getenv("API_KEY")',
  scala: 'sys.env("API_KEY")',
  csharp: 'Environment.GetEnvironmentVariable("API_KEY")',
  rust: 'std::env::var("API_KEY")',
};

/** What to do, with the call of the file's language; a file of settings reads nothing itself. */
export function adviseSecret(language: string | null): string {
  const reader = READERS[language ?? ''];
  return reader === undefined ? SECRET_TEXT.fix : SECRET_TEXT.fix.replace('an environment variable', `\`${reader}\``);
}

export const titleSecret = (label: string): string => `${label} written into the repository`;

/** Labels where the rule's own name would not read well. */
const LABELS: Readonly<Record<string, string>> = {
  aws: 'AWS credential',
  gcp: 'Google Cloud key',
  privatekey: 'Private key',
  basicauth: 'Password in an address',
  'database-connection-string': 'Database password',
  npm: 'npm token',
  github: 'GitHub token',
  gitlab: 'GitLab token',
  openai: 'OpenAI key',
  '1password': '1Password token',
};

/** `kind`: the rule of secretlint without the name of its package. */
export const labelSecret = (kind: string): string =>
  LABELS[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)} credential`;

/** Kinds of secretlint's preset. A test compares them with the package. */
const KINDS =
  'aws gcp privatekey npm basicauth slack sendgrid shopify stripe github gitlab grafana openai anthropic groq huggingface linear notion 1password database-connection-string hashicorp-vault vercel databricks docker figma cloudflare tailscale';

/** Rules that are no row of the table: those of secretlint, and keys that only code recognizes. */
export const BUILT_SECRETS: readonly { readonly id: string; readonly label: string; readonly severity: Severity }[] = [
  { id: 'secret-private-key', label: 'Private key', severity: 'CRITICAL' },
  { id: 'secret-wallet-key', label: 'Private key of a wallet', severity: 'HIGH' },
  ...KINDS.split(' ').map((kind) => ({
    id: `secretlint-${kind}`,
    label: labelSecret(kind),
    severity: kind === 'gcp' || kind === 'privatekey' ? ('CRITICAL' as const) : ('HIGH' as const),
  })),
];
