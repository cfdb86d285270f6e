/**
 * Lists the declaration of every analyzer, in the order in which reports list them. A new one is entered here (our checks, and linters
 * that come as npm packages), or in external-list.ts if it runs a program that users install. One whose rules are described by another
 * tool also needs a row in `FOREIGN` (rule-catalogue.ts). Read by wiring/embedded-reviewers.ts. Tests to change: "To add a thing" in
 * ARCHITECTURE.md.
 */

import { access } from './access/declaration.ts';
import { advisories } from './advisories/declaration.ts';
import { astGrep } from './ast-grep/declaration.ts';
import { codeQuality } from './code-quality/declaration.ts';
import { configuration } from './configuration/declaration.ts';
import type { AnalyzerDeclaration } from './declaration.ts';
import { dependencies } from './dependencies/declaration.ts';
import { documentation } from './documentation/declaration.ts';
import { duplication } from './duplication/declaration.ts';
import { EXTERNAL_ANALYZERS } from './external-list.ts';
import { markdownlint } from './markdownlint/declaration.ts';
import { ownRules } from './own-rules/declaration.ts';
import { oxlint } from './oxlint/declaration.ts';
import { projectFlow } from './project-flow/declaration.ts';
import { ruff } from './ruff/declaration.ts';
import { secretlint } from './secretlint/declaration.ts';
import { shellcheck } from './shellcheck/declaration.ts';
import { userPersona } from './user-persona/declaration.ts';

export const ANALYZERS: readonly AnalyzerDeclaration[] = [
  astGrep,
  ownRules,
  projectFlow,
  secretlint,
  shellcheck,
  ruff,
  oxlint,
  markdownlint,
  access,
  configuration,
  codeQuality,
  duplication,
  dependencies,
  documentation,
  userPersona,
  advisories,
  ...EXTERNAL_ANALYZERS,
];
