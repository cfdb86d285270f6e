/**
 * Finds the files that decide who somebody is, by what they declare: guards that endpoints use, sign-in and sign-out. They become
 * places of dimension D2 whatever the file is called (FACT-01). Called by survey-project.ts.
 */
import type { SourceOutline } from '../ports/outline.ts';
import { isTestPath } from '../protocol/source/test-path.ts';
import { type Endpoint, isAccessGuard, type SinkSpot } from './recon.ts';

const SIGN_IN =
  /^(?:(?:handle|do|post|process)_?)?(?:log_?(?:in|out)|sign_?(?:in|out)|authenticate|(?:create|start|open|destroy|end|refresh|revoke)_?session)(?:_?user)?$/iu;

/** `permissions.IsOwner` and `requireRole (auth/roles.js)` are declared as `IsOwner` and `requireRole`. */
export const declaredName = (name: string): string => /^(?:\w+(?:\.|::|->))*(\w+)/u.exec(name)?.[1] ?? name;

export function findIdentityPlaces(
  outlines: readonly SourceOutline[],
  endpoints: readonly Pick<Endpoint, 'guards'>[],
): readonly SinkSpot[] {
  const guards = new Set(
    endpoints
      .flatMap((endpoint) => endpoint.guards)
      .filter(isAccessGuard)
      .map(({ name }) => declaredName(name)),
  );
  return outlines
    .filter(({ path }) => !isTestPath(path))
    .flatMap(({ path, functions, classes }) => {
      const names = [...functions, ...classes].map(({ name }) => name);
      const what = names.find((name) => guards.has(name) || SIGN_IN.test(name));
      return what === undefined ? [] : [{ file: path, line: 1, dimension: 'D2', category: 'identity', what }];
    });
}
