/**
 * Our own modules import one another by the names of their files. Node would look for each on the disk, once for every import of
 * it; from here on it does not. Packages are found as ever.
 */
import { registerHooks } from 'node:module';

export function resolveOwnModules() {
  const root = new URL('..', import.meta.url).href;
  /** @type {(specifier: string, parent: string | undefined) => boolean} */
  const isOwn = (specifier, parent) => specifier.startsWith('.') && parent?.startsWith(root) === true;
  registerHooks({
    resolve(specifier, context, next) {
      const format = specifier.endsWith('.ts') ? 'module-typescript' : specifier.endsWith('.js') ? 'module' : null;
      if (format === null || !isOwn(specifier, context.parentURL)) return next(specifier, context);
      return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
    },
  });
}
