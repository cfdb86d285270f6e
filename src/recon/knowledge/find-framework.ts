/**
 * Finds the framework that a module or package name belongs to (`@nestjs/common` is `nestjs`), by the tables of the knowledge pack;
 * null where there is none. Called by the readers in routes/.
 */
import type { SourceOutline } from '../../ports/outline.ts';
import { FRAMEWORK_ROWS } from './knowledge-rows.ts';

const BY_PACKAGE = new Map(
  FRAMEWORK_ROWS.flatMap(({ name, packages }) => packages.map((each) => [each, name] as const)),
);
const known = new Map<string, string | null>();

/** By the longest package that the name begins with; null where there is none. */
export function frameworkOf(module: string | null): string | null {
  if (module === null) return null;
  const answer = known.get(module);
  if (answer !== undefined) return answer;
  const name = findByParts(module);
  if (known.size < 10_000) known.set(module, name);
  return name;
}

/** Of the first module that belongs to one. */
export function importedFramework({ imports }: SourceOutline): string | null {
  for (const { module } of imports) {
    const found = frameworkOf(module);
    if (found !== null) return found;
  }
  return null;
}

function findByParts(module: string): string | null {
  for (let rest = module; rest !== ''; rest = rest.slice(0, Math.max(0, rest.search(/[./\\][^./\\]*$/u)))) {
    const name = BY_PACKAGE.get(rest) ?? BY_PACKAGE.get(rest.toLowerCase());
    if (name !== undefined) return name;
  }
  return null;
}
