/**
 * Compiles the user's own rules (`--include`, `--exclude`, `.consensus-reviewignore`) into a function that says of a path: selected,
 * ignored or unselected. Knows nothing of git's ignore rules (git-ignore.ts). Called by repository/scope.ts; wiring/suppressions.ts
 * and wiring/audit-ports.ts take its globs.
 */
import ignore from 'ignore';
import picomatch from 'picomatch';
import type { ScopeRules } from '../../ports/repository.ts';
import { boundPatterns } from './bound-patterns.ts';
import { foldersAbove } from './contained-path.ts';

/** `selected`; `ignored` by a rule and to be listed; `unselected`, that is never part of the scope. */
type FilterVerdict = 'selected' | 'ignored' | 'unselected';
/** A folder ends in `/`. */
export type ScopeFilter = (path: string) => FilterVerdict;

type PathTest = (path: string) => boolean;

export const normalizePattern = (pattern: string): string => pattern.replace(/^(?:\.\/+)+/u, '').replace(/\/+$/u, '');

/** A glob of a selection: matches whole paths from the root, as a shell would expand it. */
export function compileGlob(pattern: string): PathTest {
  const matches = picomatch(normalizePattern(pattern), { dot: true });
  return (path) => matches(path);
}

/** A glob of a filter: one without `/` matches at any depth (`./a.ts` has one), and one that matches a folder holds for all in it. */
function compileFilterGlob(pattern: string): PathTest {
  const glob = normalizePattern(pattern);
  const matches = picomatch(glob, { dot: true, basename: !(glob.includes('/') || pattern.startsWith('./')) });
  return (path) => matches(path) || [...foldersAbove(path)].some((folder) => matches(folder));
}

/** Globs of a filter. */
export const matchesAny = (patterns: readonly string[]): PathTest => {
  const tests = patterns.map(compileFilterGlob);
  return (path) => tests.some((test) => test(path));
};

/** Without lines there is nothing to compile, and nothing to remember of every path. */
function matchesIgnoreLines(lines: readonly string[]): PathTest {
  if (lines.length === 0) return () => false;
  const ignored = ignore().add(lines.map(boundPatterns));
  return (path) => ignore.isPathValid(path) && ignored.ignores(path);
}

/**
 * `named` are the files and folders the user named one by one: naming something that the ignore file leaves out takes it
 * in after all, with everything in it. `--exclude` is the user's own word and stays.
 */
export function createScopeFilter(
  rules: Pick<ScopeRules, 'include' | 'exclude' | 'ignoreLines'>,
  named: readonly string[] = [],
): ScopeFilter {
  const isIncluded = rules.include.length === 0 ? () => true : matchesAny(rules.include);
  const isExcluded = matchesAny(rules.exclude);
  const isListed = matchesIgnoreLines(rules.ignoreLines);
  const pardoned = named.filter((name) => name !== '' && (isListed(name) || isListed(`${name}/`)));
  const isPardoned = (path: string): boolean => pardoned.some((name) => path === name || path.startsWith(`${name}/`));
  return (path) => {
    const name = path.endsWith('/') ? path.slice(0, -1) : path;
    if (!isIncluded(name)) return 'unselected';
    return isExcluded(name) || (isListed(path) && !isPardoned(name)) ? 'ignored' : 'selected';
  };
}
