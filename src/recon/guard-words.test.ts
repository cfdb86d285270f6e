import { expect, test } from 'vitest';
import { classifyGuard } from './guard-words.ts';

test.each([
  ['requireUser', 'authentication'],
  ['ensure_logged_in', 'authentication'],
  ['passport.authenticate', 'authentication'],
  ['isAuthenticated', 'authentication'],
  ['JwtAuthGuard', 'authentication'],
  ['get_current_active_user', 'authentication'],
  ['auth:sanctum', 'authentication'],
  ['requireAdmin', 'authorization'],
  ['isAdmin', 'authorization'],
  ['adminOnly', 'authorization'],
  ['can:update', 'authorization'],
  ['needsPermission', 'authorization'],
  ['@PreAuthorize', 'authorization'],
  ['authorize!', 'authorization'],
  ['IsGranted', 'authorization'],
  ['csrfProtection', 'forgery'],
  ['rateLimit', 'rate'],
  ['ThrottlerGuard', 'rate'],
  ['ValidationPipe', 'validation'],
  ['express.json', null],
  ['cookieParser', null],
  ['session', null],
  ['author', null],
  ['listAuthors', null],
  ['WagtailAdminTemplateMixin', null],
  ['helmet', null],
  ['scanFiles', null],
  ['', null],
])('%s guards as %s', (name, kind) => {
  expect(classifyGuard(name)).toBe(kind);
});
