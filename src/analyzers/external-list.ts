/**
 * Lists the declarations of analyzers that run a program which users install (Semgrep, gosec and others), in the order of reports, and
 * their names, which are the values of the setting `external_analyzers`. Apart from list.ts, which adds them to the others, so that
 * wiring/config.ts can check the setting without loading every declaration.
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
