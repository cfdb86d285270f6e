/** What is wrong with shell commands inside build files: image builds, pipelines, provisioners. Looks at text, runs nothing. */
import type { Catalog, Sighting } from './problem.ts';

export const SHELL_PROBLEMS = {
  'build-runs-download': {
    severity: 'MEDIUM',
    category: 'supply-chain',
    cwe: 'CWE-494',
    dimension: 'D10',
    title: 'A downloaded script is run unseen during the build',
    issue:
      'What runs here is whatever the other side delivers at that moment; nothing checks that it is what was reviewed.',
    recommendation:
      'Download, compare, then run: `curl -fsSLo i.sh URL && echo "<sha256>  i.sh" | sha256sum -c && sh i.sh`.',
  },
  'build-skips-tls-check': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-295',
    dimension: 'D8',
    title: 'Certificates are not checked: {what}',
    issue: 'With `{what}` anyone on the way can answer in place of the server and put in files of their own.',
    recommendation:
      'Remove it; if the server has a private authority, install that certificate: `curl --cacert ca.pem …`.',
  },
  'build-world-writable': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-732',
    dimension: 'D8',
    title: 'Files are made writable for everyone',
    issue: 'Every account, also that of a compromised service, can replace what lies there.',
    recommendation: 'Give it to the account that needs it: `chown app:app DIR && chmod 750 DIR`.',
  },
  'build-trusts-any-host-key': {
    severity: 'LOW',
    category: 'owasp',
    cwe: 'CWE-322',
    dimension: 'D8',
    title: 'SSH accepts any host key',
    issue: 'Without the check another machine can answer for the host and receive what is sent to it.',
    recommendation: 'Store the key of the host: put the line of `ssh-keyscan HOST`, once verified, into known_hosts.',
  },
  'build-password-in-command': {
    severity: 'MEDIUM',
    category: 'secrets',
    cwe: 'CWE-214',
    dimension: 'D8',
    title: 'A password is given on the command line',
    issue: 'Arguments are visible in the process list, in logs and in the history of the image.',
    recommendation: 'Give it through standard input: `echo "$TOKEN" | docker login -u USER --password-stdin`.',
    confidence: 'medium',
  },
  'build-sudo-without-password': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-250',
    dimension: 'D8',
    title: 'An account may become root without a password',
    issue: 'Whoever takes over a process of this account is root at once.',
    recommendation: 'Name the one command that is needed: `app ALL=(root) NOPASSWD: /usr/sbin/service nginx reload`.',
  },
} as const satisfies Catalog;

interface ShellRule {
  readonly rule: keyof typeof SHELL_PROBLEMS;
  readonly pattern: RegExp;
}

const SHELL = String.raw`(?:sudo\s+(?:-\S+\s+)*)?(?:/(?:usr/)?bin/)?(?:env\s+)?(?:(?:ba|z|da|k)?sh|python3?|perl|ruby|node)\b`;

const RULES: readonly ShellRule[] = [
  {
    rule: 'build-runs-download',
    pattern: new RegExp(
      String.raw`\b(?:curl|wget)\b[^|;&\n]{0,400}\|\s*${SHELL}(?!\s+-[cem]\b)|${SHELL}\s+-c\s+["']?\$\(\s*(?:curl|wget)\b|\b(?:source|\.|(?:ba|z)?sh)\s+<\(\s*(?:curl|wget)\b`,
      'u',
    ),
  },
  {
    rule: 'build-skips-tls-check',
    pattern:
      /\bcurl\s(?:[^|;&\n]{0,200}\s)?(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure)(?=\s)|\bwget\s[^|;&\n]{0,200}--no-check-certificate|\bhttp\.sslVerify[ =](?:false|0)|\bstrict-ssl[ =]false|\bGIT_SSL_NO_VERIFY=(?:1|true)|\bNODE_TLS_REJECT_UNAUTHORIZED=["']?0|\bPYTHONHTTPSVERIFY=["']?0|--trusted-host[ =]\S+|--allow-unauthenticated\b|--force-yes\b|--nogpgcheck\b|--no-gpg-checks?\b|--allow-untrusted\b|--allow-insecure-repositories\b/u,
  },
  {
    rule: 'build-world-writable',
    pattern: /\bchmod\s+(?:-\S+\s+)*(?:0?777|a\+rwx|ugo\+rwx|o\+rwx?|a\+w|[0246]?[0-7]{2}[2367](?=\s))(?=\s|$)/u,
  },
  { rule: 'build-trusts-any-host-key', pattern: /\bStrictHostKeyChecking[= ]["']?(?:no|off)\b/iu },
  {
    rule: 'build-password-in-command',
    pattern:
      /\bdocker\s+login\b[^|;&\n]{0,200}(?:\s-p[ =]?|\s--password[ =])(?!-)\S|\bsshpass\s+-p\s*\S|\bmysql(?:dump|admin)?\s[^|;&\n]{0,200}\s(?:-p(?=["'$\w])|--password=)\S+/u,
  },
  { rule: 'build-sudo-without-password', pattern: /NOPASSWD\s*:\s*ALL\b/u },
];

/** Sightings in a piece of shell text; `line` is the line of its first character, `lineOf` tells it for others. */
export function sightShell(text: string, lineOf: (offset: number) => number): readonly Sighting[] {
  const shell = text.replace(/(^|\n)\s*#[^\n]*/gu, (comment) => comment.replace(/[^\n]/gu, ' '));
  return RULES.flatMap(({ rule, pattern }) => {
    const match = pattern.exec(shell);
    if (!match) return [];
    return [{ rule, line: lineOf(match.index), what: nameOption(match[0]) }];
  });
}

/** The part of a command that is the problem. */
const nameOption = (command: string): string =>
  /(?:--\S+|-[a-zA-Z]*k[a-zA-Z]*|[\w.-]+[ =]["']?(?:false|0|1|true))$/u.exec(command.trim())?.[0] ?? command.trim();
