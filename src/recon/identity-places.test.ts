import { expect, test } from 'vitest';
import type { SourceOutline } from '../ports/outline.ts';
import { findIdentityPlaces } from './identity-places.ts';
import type { Guard } from './recon.ts';

const outline = (path: string, functions: readonly string[], classes: readonly string[] = []): SourceOutline =>
  ({
    path,
    functions: functions.map((name) => ({ name })),
    classes: classes.map((name) => ({ name })),
  }) as unknown as SourceOutline;

const guard = (name: string, kind: Guard['kind']): { readonly guards: readonly Guard[] } => ({
  guards: [{ name, kind, file: 'src/routes.ts', line: 3, at: 'route' }],
});

test('files that declare a guard or a sign-in are places of D2, whatever they are called [FACT-01]', () => {
  const outlines = [
    outline('src/roles.ts', ['rank', 'requireBadge']),
    outline('src/owner.py', [], ['IsOwner']),
    outline('src/door.ts', ['signIn']),
    outline('src/body.ts', ['validateBody']),
    outline('src/log.ts', ['logInfo', 'login_count', 'blogIndex']),
    outline('test/door.test.ts', ['requireBadge']),
  ];
  const endpoints = [
    guard('requireBadge (auth/roles.js)', 'authorization'),
    guard('permissions.IsOwner', 'authorization'),
    guard('validateBody', 'validation'),
  ];
  expect(findIdentityPlaces(outlines, endpoints)).toEqual(
    [
      ['src/roles.ts', 'requireBadge'],
      ['src/owner.py', 'IsOwner'],
      ['src/door.ts', 'signIn'],
    ].map(([file, what]) => ({ file, line: 1, dimension: 'D2', category: 'identity', what })),
  );
});
