/** Declares the analyzer `ruff`, entered in list.ts: lint of Python, by ruff as WebAssembly. */
import type { OwnDeclaration } from '../declaration.ts';

export const ruff: OwnDeclaration = {
  name: 'ruff',
  reads: 'Python',
  reviewers: { 'python-reviewer': ['python'], 'security-reviewer': ['python'] },
  program: null,
  package: '@astral-sh/ruff-wasm-nodejs',
  runsOn: 'process',
  vouches: true,
  load: async () => (await import('./ruff.ts')).scanPython,
};
