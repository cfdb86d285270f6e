import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'rules/**/*.test.ts'],
    testTimeout: 120_000,
    pool: 'forks',
  },
});
