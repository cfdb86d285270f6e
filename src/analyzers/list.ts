/**
 * Every analyzer there is, in the order in which reports list them. A new one is entered here and nowhere else; see "Add an
 * analyzer" in docs/analyzers.md.
 */

import { advisories } from './advisories/declaration.ts';
import { astGrep } from './ast-grep/declaration.ts';
import { bandit } from './bandit/declaration.ts';
import { codeQuality } from './code-quality/declaration.ts';
import { configuration } from './configuration/declaration.ts';
import type { AnalyzerDeclaration } from './declaration.ts';
import { dependencies } from './dependencies/declaration.ts';
import { documentation } from './documentation/declaration.ts';
import { duplication } from './duplication/declaration.ts';
import { goVet } from './go-vet/declaration.ts';
import { gosec } from './gosec/declaration.ts';
import { markdownlint } from './markdownlint/declaration.ts';
import { npmAudit } from './npm-audit/declaration.ts';
import { ruff } from './ruff/declaration.ts';
import { secretlint } from './secretlint/declaration.ts';
import { semgrep } from './semgrep/declaration.ts';
import { shellcheck } from './shellcheck/declaration.ts';
import { staticcheck } from './staticcheck/declaration.ts';
import { userPersona } from './user-persona/declaration.ts';

export const ANALYZERS: readonly AnalyzerDeclaration[] = [
  astGrep,
  secretlint,
  shellcheck,
  ruff,
  markdownlint,
  configuration,
  codeQuality,
  duplication,
  dependencies,
  documentation,
  userPersona,
  advisories,
  semgrep,
  bandit,
  gosec,
  staticcheck,
  goVet,
  npmAudit,
];

/** Those that run a program of somebody else: the values of `external_analyzers`. */
export const EXTERNAL_NAMES: readonly string[] = ANALYZERS.filter(({ program }) => program !== null).map(
  ({ name }) => name,
);
