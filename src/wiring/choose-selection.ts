/**
 * Turns the scopes that a caller named (paths, all, staged, commit, base and head, diff) into the one `Selection` they mean; two at
 * once, or a head without a base, are a ReviewError. Called by cli/selection.ts and mcp/run-arguments.ts.
 */
import { ReviewError } from '../errors.ts';
import type { Selection } from '../ports/repository.ts';

/** Null, false or empty where it was not named. */
export interface AskedScope {
  readonly paths: readonly string[];
  readonly all: boolean;
  readonly staged: boolean;
  readonly commit: string | null;
  readonly base: string | null;
  readonly head: string | null;
  /** Reads the patch: only when nothing contradicts it. */
  readonly diff: (() => Promise<{ readonly text: string; readonly origin: string }>) | null;
}

/** `nameOf` gives the name under which the caller knows a scope. */
export async function chooseSelection(asked: AskedScope, nameOf: (scope: string) => string): Promise<Selection> {
  const { paths, all, staged, commit, base, head, diff } = asked;
  const given = {
    paths: paths.length > 0,
    all,
    staged,
    commit: commit !== null,
    base: base !== null,
    diff: diff !== null,
  };
  const named = Object.entries(given).flatMap(([scope, isGiven]) => (isGiven ? [nameOf(scope)] : []));
  if (named.length > 1) throw new ReviewError('bad-value', `${named.join(' and ')} name two scopes; give only one.`);
  if (head !== null && base === null) {
    throw new ReviewError('bad-value', `${nameOf('head')} needs ${nameOf('base')}.`);
  }
  if (paths.length > 0) return { kind: 'paths', patterns: paths };
  if (all) return { kind: 'all' };
  if (staged) return { kind: 'staged' };
  if (commit !== null) return { kind: 'commit', revision: commit };
  if (base !== null) return { kind: 'range', base, head };
  return diff === null ? { kind: 'auto' } : { kind: 'patch', ...(await diff()) };
}
