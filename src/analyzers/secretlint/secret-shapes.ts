/**
 * Shapes of credentials that stand for themselves: a maker's prefix, a key between its armour lines, a signed token.
 * Each is looked for only where its telltale characters occur. What looks like an example is none.
 */
import type { Severity } from '../../protocol/findings/severity.ts';

export interface ShapedSecret {
  readonly rule: string;
  readonly label: string;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
}

interface Shape {
  readonly rule: string;
  readonly label: string;
  /** A piece of text without which the pattern cannot match; compared without case. */
  readonly telltale: string;
  /** The first group, if any, is the secret. */
  readonly pattern: RegExp;
  readonly severity?: Severity;
}

const MAX_PER_SHAPE = 50;
const MIN_KEY_CHARACTERS = 60;

const token = (name: string, label: string, telltale: string, body: string): Shape => ({
  rule: `secret-${name}`,
  label,
  telltale: telltale.toLowerCase(),
  pattern: new RegExp(`(?<![A-Za-z0-9_-])(${telltale.replaceAll('.', '[.]')}${body})(?![A-Za-z0-9_-])`, 'gud'),
});

const SHAPES: readonly Shape[] = [
  token('google-api', 'Google API key', 'AIza', '[A-Za-z0-9_-]{35}'),
  token('google-oauth', 'Google client secret', 'GOCSPX-', '[A-Za-z0-9_-]{28}'),
  token('google-access', 'Google access token', 'ya29.', '[A-Za-z0-9_-]{60,}'),
  token('pypi', 'PyPI token', 'pypi-AgE', '[A-Za-z0-9_-]{60,}'),
  token('rubygems', 'RubyGems key', 'rubygems_', '[a-f0-9]{48}'),
  token('nuget', 'NuGet key', 'oy2', '[a-z0-9]{43}'),
  token('digitalocean', 'DigitalOcean token', 'dop_v1_', '[a-f0-9]{64}'),
  token('digitalocean', 'DigitalOcean token', 'doo_v1_', '[a-f0-9]{64}'),
  token('square', 'Square token', 'sq0csp-', '[A-Za-z0-9_-]{43}'),
  token('square', 'Square token', 'sq0atp-', '[A-Za-z0-9_-]{22}'),
  token('atlassian', 'Atlassian token', 'ATATT3', '[A-Za-z0-9_=-]{100,}'),
  token('bitbucket', 'Bitbucket password', 'ATBB', '[A-Za-z0-9]{32}'),
  token('postman', 'Postman key', 'PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'),
  token('newrelic', 'New Relic key', 'NRAK-', '[A-Z0-9]{27}'),
  token('pulumi', 'Pulumi token', 'pul-', '[a-f0-9]{40}'),
  token('age', 'age key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{58}'),
  token('dynatrace', 'Dynatrace token', 'dt0c01.', '[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
  token('doppler', 'Doppler token', 'dp.pt.', '[A-Za-z0-9]{40,44}'),
  token('planetscale', 'PlanetScale token', 'pscale_tkn_', '[A-Za-z0-9_.-]{32,64}'),
  token('supabase', 'Supabase token', 'sbp_', '[a-f0-9]{40}'),
  token('netlify', 'Netlify token', 'nfp_', '[A-Za-z0-9]{36}'),
  token('openrouter', 'OpenRouter key', 'sk-or-v1-', '[a-f0-9]{64}'),
  token('replicate', 'Replicate token', 'r8_', '[A-Za-z0-9]{37}'),
  token('perplexity', 'Perplexity key', 'pplx-', '[A-Za-z0-9]{48}'),
  token('github', 'GitHub token', 'github_pat_', '[A-Za-z0-9]{22}_[A-Za-z0-9]{59}'),
  token('sentry', 'Sentry token', 'sntrys_', '[A-Za-z0-9_=+/-]{60,}'),
  token('airtable', 'Airtable token', 'pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  token('crates', 'crates.io token', 'cio', '[A-Za-z0-9]{32}'),
  token('twilio', 'Twilio key', 'SK', '[a-f0-9]{32}'),
  token('mailgun', 'Mailgun key', 'key-', '[a-f0-9]{32}'),
  {
    rule: 'secret-mailchimp',
    label: 'Mailchimp key',
    telltale: '-us',
    pattern: /(?<![\w-])([a-f0-9]{32}-us\d{1,2})(?![\w-])/dgu,
  },
  {
    rule: 'secret-telegram',
    label: 'Telegram bot token',
    telltale: ':aa',
    pattern: /(?<![\w-])(\d{8,10}:AA[A-Za-z0-9_-]{33})(?![\w-])/dgu,
  },
  {
    rule: 'secret-terraform-cloud',
    label: 'Terraform Cloud token',
    telltale: '.atlasv1.',
    pattern: /(?<![\w-])([A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70})/dgu,
  },
  {
    rule: 'secret-webhook',
    label: 'Webhook address',
    telltale: 'hooks.slack.com/',
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows)\/(T[A-Z0-9]{6,}\/[A-Z0-9]{6,}\/[A-Za-z0-9/]{16,})/dgu,
  },
  {
    rule: 'secret-webhook',
    label: 'Webhook address',
    telltale: 'discord',
    pattern: /https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/(\d{17,20}\/[A-Za-z0-9_-]{60,})/dgu,
  },
  {
    rule: 'secret-webhook',
    label: 'Webhook address',
    telltale: '.webhook.office.com/',
    pattern: /https:\/\/\w+\.webhook\.office\.com\/webhookb2\/([A-Za-z0-9@-]{70,}\/IncomingWebhook\/[a-f0-9]{32})/dgu,
  },
  {
    rule: 'secret-azure-storage',
    label: 'Azure storage key',
    telltale: 'key=',
    pattern: /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{42,86}={1,2})/dgu,
    severity: 'CRITICAL',
  },
  {
    rule: 'secret-azure-signature',
    label: 'Azure access signature',
    telltale: 'sig=',
    pattern: /[?&]sv=\d{4}-\d\d-\d\d&[^\s"']{10,400}[?&]sig=([A-Za-z0-9%+/]{40,}(?:%3D|=)?)/dgu,
  },
  {
    rule: 'secret-jwt',
    label: 'Signed token',
    telltale: 'eyj',
    pattern: /(?<![\w./-])(eyJ[A-Za-z0-9_-]{15,2000}\.eyJ[A-Za-z0-9_-]{15,4000}\.[A-Za-z0-9_-]{40,1000})(?![\w-])/dgu,
    severity: 'MEDIUM',
  },
  {
    rule: 'secret-npm-auth',
    label: 'npm credential',
    telltale: ':_',
    pattern: /^\/\/[^\s:]+(?::\d+)?\/[^\s]*:_(?:authToken|password|auth)\s*=\s*"?([^\s"$]{8,})/dgmu,
  },
  {
    rule: 'secret-authorization',
    label: 'Authorization header',
    telltale: 'authorization',
    pattern: /\bauthorization["']?\s*[:=,]\s*["'`]?(?:Bearer|Basic|Token|token)\s+([A-Za-z0-9._~+/=-]{20,})["'`]/dgiu,
  },
];

/** Keys are longest, so their text is looked at apart: what stands between the armour lines decides. */
const ARMOUR = /-----BEGIN ([A-Z0-9 ]{0,30})PRIVATE KEY(?: BLOCK)?-----/gu;
const PUTTY = /PuTTY-User-Key-File-\d:/gu;
const WALLET = /(?<![A-Za-z0-9])(?:0x)?([a-fA-F0-9]{64})(?![A-Za-z0-9])/dgu;
const WALLET_CONTEXT = /private.?key|wallet|mnemonic|\bsigner|deployer.?key|secp256k1/iu;

export function findShapedSecrets(text: string): readonly ShapedSecret[] {
  const lower = text.toLowerCase();
  return [
    ...SHAPES.filter(({ telltale }) => lower.includes(telltale)).flatMap((shape) => matchShape(text, shape)),
    ...findKeys(text),
    ...(WALLET_CONTEXT.test(text) ? findWallets(text) : []),
  ];
}

function matchShape(text: string, { rule, label, pattern, severity = 'HIGH' }: Shape): readonly ShapedSecret[] {
  const found: ShapedSecret[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.length >= MAX_PER_SHAPE) break;
    const [start, end] = match.indices?.[1] ?? [match.index, match.index + match[0].length];
    if (!isExample(text.slice(start, end))) found.push({ rule, label, severity, start, end });
  }
  return found;
}

/** Few different characters, counted-up digits, or a word that says so. */
export const isExample = (value: string): boolean =>
  new Set(value.slice(-24)).size < 6 ||
  /x{5,}|\*{3,}|\.{3}|(?:example|sample|dummy|placeholder|redacted|changeme|your[-_]?|my[-_]?(?:token|secret|password)|insert|fake|test[-_]?(?:key|token))/iu.test(
    value,
  ) ||
  /0123456789abcdef|1234567890|abcdefghij/iu.test(value.slice(0, 60));

function findKeys(text: string): readonly ShapedSecret[] {
  const starts = [...text.matchAll(ARMOUR), ...text.matchAll(PUTTY)].slice(0, MAX_PER_SHAPE);
  return starts.flatMap((match) => {
    const from = match.index + match[0].length;
    const body = text.slice(from, from + 6_000);
    const close = body.search(/-----END|Private-MAC/u);
    const key = (close < 0 ? body : body.slice(0, close)).replace(/\\[nr]|[\s"'+,]|^[\w-]+:.*$/gmu, '');
    const base64 = /^[A-Za-z0-9+/=]+/u.exec(key)?.[0] ?? '';
    if (base64.length < MIN_KEY_CHARACTERS || isExample(base64)) return [];
    const end = from + (close < 0 ? Math.min(body.length, base64.length) : close);
    return [
      { rule: 'secret-private-key', label: 'Private key', severity: 'CRITICAL' as const, start: match.index, end },
    ];
  });
}

/** 64 hex digits are mostly a checksum: they count beside words of wallets only. */
function findWallets(text: string): readonly ShapedSecret[] {
  const found: ShapedSecret[] = [];
  for (const match of text.matchAll(WALLET)) {
    const [start, end] = match.indices?.[1] ?? [0, 0];
    const around = text.slice(Math.max(0, start - 80), end + 120).replace(/public.?key/giu, '');
    const isNamed =
      WALLET_CONTEXT.test(around) && !/sha-?256|checksum|digest|hash|integrity|txid|transaction/iu.test(around);
    if (isNamed && new Set(match[1]?.toLowerCase()).size > 8 && found.length < MAX_PER_SHAPE)
      found.push({ rule: 'secret-wallet-key', label: 'Private key of a wallet', severity: 'HIGH', start, end });
  }
  return found;
}
