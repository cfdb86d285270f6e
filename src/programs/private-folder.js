/**
 * A folder for code that is run as it is found (compiled modules, unpacked grammars), so nobody but this user may write to it. Plain
 * JavaScript, because the first file of the program needs it (src/cli/bin.js).
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
