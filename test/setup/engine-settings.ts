/**
 * A review of much text has V8 collect memory more often, for the rest of its process (reviewers/embedded/release-memory.ts). Here the
 * process goes on with other files: each begins with the settings that Node has.
 */
import { setFlagsFromString } from 'node:v8';
import { beforeEach } from 'vitest';

beforeEach(() => {
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString('--heap-growing-percent=0');
});
