/**
 * Cleans (sanitize…) or checks (isSafe…) paths, ids, CWEs and short reasons before another agent is shown them: no control
 * characters, relative paths, bounded length (HOST-12). Used by state-transfer.ts, state-transfer-validation.ts and the prompts
 * of hunt, validation and repair (prompts/audit-hunt.ts, prompts/audit-validate.ts, prompts/write-repair.ts).
 */

export const MAX_REASON_CHARS = 200;
export const MAX_PATH_CHARS = 512;
const MAX_ID_CHARS = 64;

/** Control, format, surrogate and line separator characters: nothing a reader sees, all of it fit to mislead a model. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const PRINTABLE_ASCII = /^[ -~]*$/u;
const INVISIBLE_RUNS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Nearly all text is plain ASCII, for which the costly classes need not be asked. */
const hasInvisible = (text: string): boolean => !PRINTABLE_ASCII.test(text) && INVISIBLE.test(text);

/** Code points, so that a cut never halves a character. */
const cutText = (text: string, limit: number): string =>
  text.length <= limit ? text : [...text.slice(0, 2 * limit)].slice(0, limit).join('');

const countChars = (text: string, limit: number): number => (text.length <= limit ? text.length : [...text].length);

export function sanitizeReason(text: string): string {
  const start = text.slice(0, 4 * MAX_REASON_CHARS);
  const visible = hasInvisible(start) ? start.replace(INVISIBLE_RUNS, ' ') : start;
  return cutText(visible.trim(), MAX_REASON_CHARS).trim();
}

export const isSafeReason = (text: string): boolean =>
  !hasInvisible(text) && countChars(text, MAX_REASON_CHARS) <= MAX_REASON_CHARS;

/** The path as it may be shown, or null where it cannot be: then its entry is left out and counted. */
export function sanitizePath(path: string): string | null {
  const clean = path.replace(/^(?:\.\/+)+/u, '');
  return isSafePath(clean) ? clean : null;
}

export const isSafePath = (path: string): boolean =>
  path !== '' &&
  path.length <= MAX_PATH_CHARS &&
  !hasInvisible(path) &&
  !/^(?:\/|[A-Za-z]:[\\/])/u.test(path) &&
  !/(?:^|[\\/])\.\.(?:[\\/]|$)/u.test(path);

const ID = /^[A-Za-z0-9_.:#/-]+$/u;
export const isSafeId = (id: string): boolean => id.length <= MAX_ID_CHARS && ID.test(id);
export const sanitizeId = (id: string): string => id.slice(0, MAX_ID_CHARS).replace(/[^A-Za-z0-9_.:#/-]/gu, '_');

export const isSafeCwe = (cwe: string): boolean => /^CWE-\d{1,5}$/u.test(cwe);
