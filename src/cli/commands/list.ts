/**
 * Lists the commands, in the order of `--help`, each with the file that declares it. A declaration is loaded when its command is
 * called: every flag of a grammar takes time at the start. Read by program.ts and run-command.ts; a misspelt command is compared with
 * the names.
 */
import type { CommandDeclaration } from '../command-declaration.ts';

export const COMMANDS: Readonly<Record<string, () => Promise<CommandDeclaration>>> = {
  review: async () => (await import('./review-declaration.ts')).reviewDeclaration,
  audit: async () => (await import('./audit-declaration.ts')).auditDeclaration,
  resume: async () => (await import('./resume-declaration.ts')).resumeDeclaration,
  plan: async () => (await import('./plan-declaration.ts')).planDeclaration,
  index: async () => (await import('./index-declaration.ts')).indexDeclaration,
  search: async () => (await import('./search-declaration.ts')).searchDeclaration,
  collect: async () => (await import('./collect-declaration.ts')).collectDeclaration,
  evaluate: async () => (await import('./evaluate-declaration.ts')).evaluateDeclaration,
  triage: async () => (await import('./triage-declaration.ts')).triageDeclaration,
  runs: async () => (await import('./runs-declaration.ts')).runsDeclaration,
  report: async () => (await import('./report-declaration.ts')).reportDeclaration,
  signal: async () => (await import('./signal-declaration.ts')).signalDeclaration,
  mcp: async () => (await import('./mcp-declaration.ts')).mcpDeclaration,
  worker: async () => (await import('./worker-declaration.ts')).workerDeclaration,
  lsp: async () => (await import('./lsp-declaration.ts')).lspDeclaration,
  init: async () => (await import('./init-declaration.ts')).initDeclaration,
  doctor: async () => (await import('./doctor-declaration.ts')).doctorDeclaration,
  completion: async () => (await import('./completion-declaration.ts')).completionDeclaration,
  trust: async () => (await import('./trust-declaration.ts')).trustDeclaration,
  config: async () => (await import('./config-declaration.ts')).configDeclaration,
  explain: async () => (await import('./explain-declaration.ts')).explainDeclaration,
  rules: async () => (await import('./rules-declaration.ts')).rulesDeclaration,
  dismiss: async () => (await import('./dismiss-declaration.ts')).dismissDeclaration,
  baseline: async () => (await import('./baseline-declaration.ts')).baselineDeclaration,
  post: async () => (await import('./post-declaration.ts')).postDeclaration,
  advisories: async () => (await import('./advisories-declaration.ts')).advisoriesDeclaration,
  fix: async () => (await import('./fix-declaration.ts')).fixDeclaration,
  hook: async () => (await import('./hook-declaration.ts')).hookDeclaration,
  serve: async () => (await import('./serve-declaration.ts')).serveDeclaration,
};

/** The words that may stand first on the command line. */
export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);
