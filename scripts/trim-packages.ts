/**
 * Removes what nobody reads from the packages of a checkout: headers of Node, source maps, sources and documentation beside a build,
 * vocabularies of other tokenizers. Part of `npm ci` (the script `dependencies`, which npm runs in a checkout alone). A package that is not there, or looks different, is left as it is.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../node_modules');

/** Paths of files below `node_modules`. */
const UNREAD: readonly RegExp[] = [
  /(?:^|\/)node-[\w-]+\/(?:include|share)\//u,
  // The tests read the modules in esm/, the product one vocabulary.
  /^gpt-tokenizer\/(?:cjs|src)\//u,
  /^gpt-tokenizer\/data\/(?!o200k_base\.)/u,
  /(?:^|\/)(?:ai|@ai-sdk\/[\w-]+)\/(?:src|docs)\//u,
  /^(?:superjson|zod)\/src\//u,
  /\.(?:[cm]?[jt]s|css)\.map$/u,
];

for (const entry of readdirSync(packages, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  const below = path.slice(packages.length + 1).replaceAll('\\', '/');
  if (entry.isFile() && UNREAD.some((pattern) => pattern.test(below))) rmSync(path);
}
