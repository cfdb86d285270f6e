/**
 * Analyzers that run a program of somebody else, in the order in which reports list them. Apart from the others, because their
 * names are a setting: every command reads them, and few analyze.
 */
import { bandit } from './bandit/declaration.ts';
import type { ExternalDeclaration } from './declaration.ts';
import { goVet } from './go-vet/declaration.ts';
import { gosec } from './gosec/declaration.ts';
import { npmAudit } from './npm-audit/declaration.ts';
import { semgrep } from './semgrep/declaration.ts';
import { staticcheck } from './staticcheck/declaration.ts';

export const EXTERNAL_ANALYZERS: readonly ExternalDeclaration[] = [
  semgrep,
  bandit,
  gosec,
  staticcheck,
  goVet,
  npmAudit,
];

/** The values of `external_analyzers`. */
export const EXTERNAL_NAMES: readonly string[] = EXTERNAL_ANALYZERS.map(({ name }) => name);
