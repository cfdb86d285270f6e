/**
 * Registers a resolve hook of Node for this package's own modules: they are imported by their file names, so no look on the disk is
 * needed. Packages are resolved by Node as ever. Called by cli/bin.js and analyzer-process.js.
 */

// An import of a module of Node loads all that it has, streams and promises of files among it; 5 ms in each process.
const nodeModule = process.getBuiltinModule('node:module');

/**
 * The address of a module that one of ours imports; text alone, a tenth of the work of parsing addresses.
 * @param {string} specifier
 * @param {string} parent
 */
function addressOf(specifier, parent) {
  let folder = parent.slice(0, parent.lastIndexOf('/'));
  let rest = specifier.startsWith('./') ? specifier.slice(2) : specifier;
  for (; rest.startsWith('../'); rest = rest.slice(3)) folder = folder.slice(0, folder.lastIndexOf('/'));
  return `${folder}/${rest}`;
}

export function resolveOwnModules() {
  const root = new URL('..', import.meta.url).href;
  nodeModule.registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context;
      if (!specifier.startsWith('.') || parentURL?.startsWith(root) !== true) return next(specifier, context);
      const format = specifier.endsWith('.ts') ? 'module-typescript' : specifier.endsWith('.js') ? 'module' : null;
      if (format === null) return next(specifier, context);
      return { url: addressOf(specifier, parentURL), format, shortCircuit: true };
    },
  });
}
