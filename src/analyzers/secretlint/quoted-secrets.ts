/** The secrets in texts that a report repeats: what the secret scan knows, and passwords that stand beside an account. */
import { findSecretSpans } from './secretlint.ts';

/** Texts are searched together; this bounds what one search holds. */
const MAX_BATCH_CHARS = 200_000;

/** A password or token by where it stands: in an address, behind a scheme, beside an account of a command or a database. */
const PLACED = [
  /:\/\/[^\s/:@"'`]*:(?<value>[^\s/@"'`${}<>]{6,200})@/gu,
  /\/\/(?<value>[A-Za-z0-9_-]{20,200})@[\w.-]+/gu,
  /\b(?:Bearer|Basic|token)\s+(?<value>[A-Za-z0-9._~+/=-]{16,400})/gu,
  /\s(?:-u|--user|--proxy-user)[= ]["']?[^\s:"'$]+:(?<value>[^\s"'$]{6,200})/gu,
  /\b(?:mysql|mysqldump|mysqladmin|sshpass|mariadb)\b[^\n]{0,80}?\s-p(?<value>[^\s"'$-][^\s"'$]{5,200})/gu,
  /["'`]\w[\w.-]*:(?<value>[^\s:@"'`${}]{6,200})@(?:tcp|udp|unix)?\(/gu,
];
/** What explains the place instead of filling it. */
const WORDS = /^(?:pass(?:w(?:or)?d|phrase)?|secret|token|user(?:name)?|your\w*|x{3,}|\*+|\.+|changeme|example)$/iu;

interface Quoted {
  readonly language: string | null;
  readonly text: string;
}

export async function findQuotedSecrets(texts: readonly Quoted[]): Promise<readonly string[]> {
  const values = new Set<string>();
  for (const { language, text } of batchTexts(texts)) {
    for (const { start, end } of await findSecretSpans(text, language)) values.add(text.slice(start, end));
    for (const match of PLACED.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const value = match.groups?.value ?? '';
      if (!WORDS.test(value)) values.add(value);
    }
  }
  return [...values].sort();
}

/** Equal languages together; an empty line keeps the last of one from reading on in the next. */
function batchTexts(texts: readonly Quoted[]): readonly Quoted[] {
  const batches: Quoted[] = [];
  for (const [language, group] of Map.groupBy(texts, (each) => each.language)) {
    let text = '';
    for (const { text: next } of group) {
      if (text.length > 0 && text.length + next.length > MAX_BATCH_CHARS) {
        batches.push({ language, text });
        text = '';
      }
      text += `${next}\n\n`;
    }
    batches.push({ language, text });
  }
  return batches;
}
