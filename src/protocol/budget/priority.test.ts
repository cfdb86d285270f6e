import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { comparePriority, priorityTier } from './priority.ts';

describe('priority', () => {
  test.each([
    'src/auth/login.ts',
    'AuthController.java',
    'user_token.py',
    'lib/OAuth2Client.rb',
    'src/authentication/index.ts',
    'pkg/crypto-box.go',
    'config/secrets.yml',
    'app/models/user-permissions.ts',
    'src/utils/password.ts',
    'reset.password.tsx',
    'src/api/token.ts',
  ])('%s is tier 1 [PRIORITY-01, REV-19]', (path) => {
    expect(priorityTier(path)).toBe(1);
  });

  test.each([
    'src/routes/orders.ts',
    'cmd/main.go',
    'OrderHandler.cs',
    'RESTAPIRoutes.ts',
    'orders_controller.rb',
    'src/api/util.ts',
  ])('%s is tier 2 [PRIORITY-02, REV-19]', (path) => {
    expect(priorityTier(path)).toBe(2);
  });

  test.each([
    'src/orders/service.ts',
    'author.ts',
    'src/authors/list.ts',
    'domain/maintenance.go',
    'client/clip.ts',
    'capital.py',
    'futile.ts',
    'README.md',
    '',
  ])('%s is tier 3 [PRIORITY-03, REV-19]', (path) => {
    expect(priorityTier(path)).toBe(3);
  });

  test.each(['src/utils/date.ts', 'StringHelper.java', 'common/types.go', 'src/utilities/x.ts'])(
    '%s is tier 4 [PRIORITY-04, REV-19]',
    (path) => {
      expect(priorityTier(path)).toBe(4);
    },
  );

  test('files are ordered by tier, then changed lines, then path [REV-19]', () => {
    const files = [
      { path: 'b.ts', tier: 3, changedLines: 2 },
      { path: 'a.ts', tier: 3, changedLines: 2 },
      { path: 'util.ts', tier: 4, changedLines: 90 },
      { path: 'z.ts', tier: 3, changedLines: 7 },
      { path: 'auth.ts', tier: 1, changedLines: 0 },
    ];
    expect(files.toSorted(comparePriority).map(({ path }) => path)).toEqual([
      'auth.ts',
      'z.ts',
      'a.ts',
      'b.ts',
      'util.ts',
    ]);
  });

  test('any path has a tier', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (path) => [1, 2, 3, 4].includes(priorityTier(path))));
  });
});
