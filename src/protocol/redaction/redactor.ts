/**
 * Creates the redactor that replaces secrets in texts by placeholders, keeping the lines; the same secret gets the same one and
 * is found again wherever it stands. Made in wiring/redaction.ts; used for prompts, tool answers, records and reports (context/,
 * mcp/, runs/, engine/redact-report.ts).
 */
import type { CredentialFormat } from './credential-formats.ts';
import { findSecrets } from './find-secrets.ts';
import { mapTexts } from './map-texts.ts';
import { formatPlaceholder, hasPlaceholder } from './placeholder.ts';

export interface Redactor {
  /** The text of a file, whole: what is cut from it afterwards has no half of a secret. */
  redactFile(path: string, text: string): string;
  /** Any other text: what looks like a secret, and every secret that a file had. `path`: the file it quotes. */
  redact(text: string, path?: string): string;
  /** The secrets of a file, each once, in the order in which they stand there: the same for the same text. */
  listSecrets(path: string, text: string): readonly { readonly value: string; readonly kind: string }[];
  /** Every text within a value, by the same rule; keys, and what stands behind a key that `keeps` names, stay. */
  redactWithin<T>(value: T, keeps?: ReadonlySet<string>): T;
}

/** Shorter pieces of a known secret may stand in any text. */
const MIN_KNOWN_CHARS = 8;
const HEAD_CHARS = 6;
/** Characters of files that are remembered as they were redacted. */
const MAX_REMEMBERED_CHARS = 32_000_000;
/** Of texts that are no files: a document repeats its short texts, a conversation its instructions. */
const MAX_REPEATED_CHARS = 16_000_000;

export function createRedactor(listFormats: () => readonly CredentialFormat[] = () => []): Redactor {
  const placeholders = new Map<string, string>();
  const known = createKnownSecrets();
  const files = createMemory(MAX_REMEMBERED_CHARS);
  const texts = createMemory(MAX_REPEATED_CHARS);
  let read: readonly CredentialFormat[] | null = null;
  const formats = (): readonly CredentialFormat[] => {
    read ??= listFormats();
    return read;
  };

  const nameSecret = (value: string, kind: string): string => {
    const placeholder = placeholders.get(value) ?? formatPlaceholder(kind, placeholders.size + 1);
    placeholders.set(value, placeholder);
    return placeholder;
  };

  const replaceFound = (text: string, path: string | null): string => {
    let redacted = '';
    let at = 0;
    for (const { start, end, kind } of findSecrets(text, path, formats())) {
      const value = text.slice(start, end);
      if (isRedacted(value)) continue;
      const placeholder = nameSecret(value, kind);
      if (!WORD.test(value)) known.add(value, placeholder);
      redacted += text.slice(at, start) + overLines(value, placeholder);
      at = end;
    }
    return redacted + text.slice(at);
  };

  const redact = (text: string, path: string | null = null): string => {
    const found = (): string => replaceFound(text, path);
    if (path !== null) return known.replace(found());
    return known.replace(SHORT_NAMES.test(text) ? text : texts.recall(text, text, found));
  };

  return {
    redactFile: (path, text) => files.recall(path, text, () => known.replace(replaceFound(text, path))),
    redact,
    listSecrets(path, text) {
      if (this.redactFile(path, text) === text) return [];
      const secrets = new Map<string, string>();
      for (const { start, end, kind } of findSecrets(text, path, formats())) {
        const value = text.slice(start, end);
        if (!secrets.has(value)) secrets.set(value, kind);
      }
      return [...secrets].map(([value, kind]) => ({ value, kind }));
    },
    redactWithin: (value, keeps) => mapTexts(value, (text) => redact(text), keeps),
  };
}

/** Names, as in paths, each shorter than any credential: a report may have hundreds of thousands of them. */
const SHORT_NAMES = /^\/*(?:[\w.-]{1,14}\/+)*[\w.-]{0,14}$/u;

/** `POSTGRES_PASSWORD: postgres` is hidden where it stands; the word itself stands in too many places to be hidden there. */
const WORD = /^[a-z]{1,20}$/u;

/** Nothing but placeholders and what stands between them. */
const isRedacted = (value: string): boolean =>
  hasPlaceholder(value) &&
  value.replace(/\[redacted:[a-z0-9-]{1,40}(?::\d{1,9})?\]|[\s:;,|"'\\]/gu, '').length < MIN_KNOWN_CHARS;

/** On every line of the secret, so that each line stays a line and none looks empty. */
const overLines = (value: string, placeholder: string): string =>
  value.replace(/[^\r\n]+/gu, (line) => (line.trim() === '' ? line : placeholder));

/** Secrets that were met, with their lines and the ways in which other formats write them, found again by how they begin. */
function createKnownSecrets() {
  const byHead = new Map<string, Map<string, string>>();
  const remember = (value: string, placeholder: string): void => {
    if (value.length < MIN_KNOWN_CHARS) return;
    const head = value.slice(0, HEAD_CHARS);
    const same = byHead.get(head) ?? new Map<string, string>();
    same.set(value, placeholder);
    byHead.set(head, same);
  };
  return {
    add(value: string, placeholder: string): void {
      for (const line of value.split(/\r?\n|\\n/u)) {
        const each = line.trim();
        remember(each, placeholder);
        remember(JSON.stringify(each).slice(1, -1), placeholder);
        remember(encode(each), placeholder);
        remember(encodeURIComponent(each.toWellFormed()), placeholder);
      }
    },
    replace(text: string): string {
      if (byHead.size === 0) return text;
      let replaced = '';
      let from = 0;
      for (let at = 0; at + MIN_KNOWN_CHARS <= text.length; at += 1) {
        const same = byHead.get(text.slice(at, at + HEAD_CHARS));
        const match = same === undefined ? null : findLongest(text, at, same);
        if (match === null) continue;
        replaced += text.slice(from, at) + match.placeholder;
        from = at + match.length;
        at = from - 1;
      }
      return replaced + text.slice(from);
    },
  };
}

function findLongest(
  text: string,
  at: number,
  values: ReadonlyMap<string, string>,
): { readonly length: number; readonly placeholder: string } | null {
  let longest: { readonly length: number; readonly placeholder: string } | null = null;
  for (const [value, placeholder] of values)
    if (value.length > (longest?.length ?? 0) && text.startsWith(value, at))
      longest = { length: value.length, placeholder };
  return longest;
}

/** In base64; empty for what has no bytes of its own there. */
function encode(value: string): string {
  try {
    return btoa(value).replaceAll('=', '');
  } catch {
    return '';
  }
}

/** Texts as they were redacted, by a name; all of them are forgotten where they become too many. */
function createMemory(mostChars: number) {
  const texts = new Map<string, { readonly text: string; readonly redacted: string }>();
  let held = 0;
  return {
    recall(name: string, text: string, redact: () => string): string {
      const known = texts.get(name);
      if (known?.text === text) return known.redacted;
      const redacted = redact();
      held += text.length;
      if (held > mostChars) {
        texts.clear();
        held = text.length;
      }
      texts.set(name, { text, redacted });
      return redacted;
    },
  };
}
