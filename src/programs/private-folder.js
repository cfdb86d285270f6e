/**
 * Finds or makes a folder beneath the temporary one that only this user may write to, for files that nobody else may change (such as
 * compiled modules and unpacked grammars, which are run); null where others may write. Plain JavaScript, because cli/bin.js needs it
 * first. Used also by analyzers/syntax/grammar-files.ts and wiring/hook-passes.ts.
 */

const { lstatSync, mkdirSync } = process.getBuiltinModule('node:fs');
const { tmpdir } = process.getBuiltinModule('node:os');
const { join } = process.getBuiltinModule('node:path');

/**
 * The folder, made where it is not there; null where it is not ours alone.
 * @param {string} name
 * @returns {string | null}
 */
export function findPrivateFolder(name) {
  const user = process.getuid?.() ?? 'user';
  const parent = join(tmpdir(), `consensus-review-${user}`);
  const folder = join(parent, name);
  try {
    return makeOurs(parent) && makeOurs(folder) ? folder : null;
  } catch {
    return null;
  }
}

/**
 * Whether it is ours alone, once it is there.
 * @param {string} path
 */
function makeOurs(path) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(path);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
