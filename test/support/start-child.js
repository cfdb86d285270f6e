/**
 * Starts a TypeScript file as a child of a test: `node start-child.js FILE ARGUMENTS…`. Plain JavaScript, because stripping the types
 * of a first file takes longer than starting Node, and with our own modules found without a look on the disk, as src/cli/bin.js does.
 */
import nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';

const root = new URL('../..', import.meta.url).href;
nodeModule.registerHooks({
  resolve(specifier, context, next) {
    const isOwn =
      specifier.startsWith('.') && specifier.endsWith('.ts') && context.parentURL?.startsWith(root) === true;
    if (!isOwn || context.parentURL?.includes('/node_modules/') === true) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true };
  },
});

const [file = '', ...rest] = process.argv.slice(2);
process.argv = [process.argv[0] ?? 'node', file, ...rest];
await import(pathToFileURL(file).href);
