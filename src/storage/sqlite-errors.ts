/**
 * Tells what an error of SQLite, or of the disk beneath it, says about the file: damaged, not writable, disk full, read-only. The one
 * list of codes for every store in context/, runs/ and storage/.
 */

/** SQLITE_CORRUPT and SQLITE_NOTADB; SQLITE_NOMEM is what a length that no row has comes to. */
const DAMAGED_CODES: ReadonlySet<number> = new Set([7, 11, 26]);
/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN. */
const UNWRITABLE_CODES: ReadonlySet<number> = new Set([8, 10, 13, 14]);
/** SQLITE_READONLY and SQLITE_CANTOPEN: the latter where the log cannot be created beside the file. */
const READ_ONLY_CODES: ReadonlySet<number> = new Set([8, 14]);
const READ_ONLY_ERRORS: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM']);
const FULL_CODE = 13;

/** The primary code; 0 where it is no error of SQLite. */
function codeOf(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : 0;
}

/** What SQLite says of a file of our version whose tables are described otherwise than we described them. */
const LOST_PART = /^(?:no such (?:column|table): |table \S+ has no column named )/u;

/** The file is damaged: SQLite says so, in whichever statement that shows, or a row holds no JSON. */
export function isDamaged(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  if (error instanceof Error && /vtable constructor failed|malformed|unsupported file format/u.test(error.message))
    return true;
  return DAMAGED_CODES.has(codeOf(error)) || (error instanceof Error && LOST_PART.test(error.message));
}

/** The disk does not take a write. */
export const isUnwritable = (error: unknown): boolean => UNWRITABLE_CODES.has(codeOf(error));

export const isDiskFull = (error: unknown): boolean => codeOf(error) === FULL_CODE;

/** Nothing can be written here; reading may work. */
export const isReadOnly = (error: unknown): boolean =>
  READ_ONLY_CODES.has(codeOf(error)) || READ_ONLY_ERRORS.has((error as { code?: unknown } | null)?.code);

export const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));
