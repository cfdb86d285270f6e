/**
 * Takes the secrets out of analyzer findings before they are stored with a run, and puts them back when they are read: each secret is
 * stored as its number within the file, so a resumed or replayed run, which has the file, finds the same, fingerprints included.
 * Called by recorded-effects.ts and wiring/audit-baseline.ts.
 */
import type { Snapshot } from '../ports/repository.ts';
import { getOrAdd } from '../protocol/collections/get-or-add.ts';
import type { ClaimedFinding } from '../protocol/findings/finding.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';

/** Text of a file by its path; null where it is not known. */
export type TextOf = (path: string) => string | null;

const MASK = '…';
/** So many characters of a secret the secret scan shows before its mask. */
const SHOWN_CHARACTERS = 4;
const HIDDEN = /\[redacted:[a-z0-9-]{1,40}:#(?<number>\d{1,9})\](?<mask>…)?/gu;

type Secrets = ReturnType<Redactor['listSecrets']>;

export const hideClaims = <T extends ClaimedFinding>(
  claims: readonly T[],
  textOf: TextOf,
  redactor: Redactor,
): readonly T[] => mapClaims(claims, createSecretsOf(textOf, redactor), hide);

export const showClaims = <T extends ClaimedFinding>(
  claims: readonly T[],
  textOf: TextOf,
  redactor: Redactor,
): readonly T[] => mapClaims(claims, createSecretsOf(textOf, redactor), show);

const mapClaims = <T extends ClaimedFinding>(
  claims: readonly T[],
  secretsOf: (file: string) => Secrets,
  map: (text: string, secrets: Secrets) => string,
): readonly T[] =>
  claims.map((claim) => {
    const secrets = claim.file === null ? [] : secretsOf(claim.file);
    return secrets.length === 0 ? claim : mapTexts(claim, (text) => map(text, secrets));
  });

const hide = (text: string, secrets: Secrets): string =>
  [...secrets.entries()]
    .toSorted(([, a], [, b]) => b.value.length - a.value.length)
    .reduce((hidden, [number, { value, kind }]) => {
      const name = `[redacted:${kind}:#${number}]`;
      const masked = hidden.replaceAll(value.slice(0, SHOWN_CHARACTERS) + MASK, () => name + MASK);
      return masked.replaceAll(value, () => name);
    }, text);

const show = (text: string, secrets: Secrets): string =>
  text.replace(HIDDEN, (name, number: string, mask: string | undefined) => {
    const value = secrets[Number(number)]?.value;
    if (value === undefined) return name;
    return mask === undefined ? value : value.slice(0, SHOWN_CHARACTERS) + mask;
  });

/** Each file is looked through once. */
function createSecretsOf(textOf: TextOf, redactor: Redactor): (file: string) => Secrets {
  const known = new Map<string, Secrets>();
  return (file) =>
    getOrAdd(known, file, () => {
      const text = textOf(file);
      return text === null ? [] : redactor.listSecrets(file, text);
    });
}

/** The texts of the files that claims stand in. */
export async function readCited(
  claims: readonly Pick<ClaimedFinding, 'file'>[],
  snapshot: Pick<Snapshot, 'read'>,
): Promise<TextOf> {
  const texts = new Map<string, string>();
  for (const path of new Set(claims.map(({ file }) => file))) {
    const read = path === null ? null : await snapshot.read(path);
    if (path !== null && read?.kind === 'text') texts.set(path, read.text);
  }
  return (path) => texts.get(path) ?? null;
}

/** Every text of a claim but its place. */
const mapTexts = <T extends ClaimedFinding>(claim: T, map: (text: string) => string): T =>
  Object.fromEntries(
    Object.entries(claim).map(([key, value]) => [
      key,
      typeof value === 'string' && key !== 'file' && key !== 'rule' ? map(value) : value,
    ]),
  ) as unknown as T;
