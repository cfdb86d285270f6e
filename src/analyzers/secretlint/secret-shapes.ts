/**
 * Finds credentials by their form alone: the rows of rules/secretlint/ (such as prefixes of vendors), private keys, wallet keys. Returns
 * offsets, rule and severity; values that look like examples are left out. Called by secretlint.ts.
 */
import type { Severity } from '../../protocol/findings/severity.ts';
import { readTable } from '../rule-tables/read-table.ts';
import type { SecretShape } from './secret-shape.ts';

export interface ShapedSecret {
  readonly rule: string;
  readonly label: string;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
}

const MAX_PER_SHAPE = 50;
const MIN_KEY_CHARACTERS = 60;

const SHAPES = readTable('secretlint');

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

function matchShape(text: string, { id, label, pattern, severity }: SecretShape): readonly ShapedSecret[] {
  const found: ShapedSecret[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.length >= MAX_PER_SHAPE) break;
    const [start, end] = match.indices?.[1] ?? [match.index, match.index + match[0].length];
    if (!isExample(text.slice(start, end))) found.push({ rule: id, label, severity, start, end });
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
