/**
 * Resolves what our own files import from each other without asking the test runner. It tells its main process of every import, a
 * message and an answer each, and the product imports parts of itself anew in every run; only watching files needs that.
 */
import { registerHooks } from 'node:module';

const REGISTERED = Symbol.for('consensus-review.test-imports');

if (!Reflect.has(globalThis, REGISTERED)) {
  Reflect.set(globalThis, REGISTERED, true);
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context;
      const isOurs = specifier.startsWith('.') && parentURL !== undefined && !parentURL.includes('/node_modules/');
      if (!isOurs || !specifier.endsWith('.ts')) return next(specifier, context);
      return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
    },
  });
}
