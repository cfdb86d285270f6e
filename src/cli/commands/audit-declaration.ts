/**
 * Declares `audit`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { loadPlaybook } from '../load-playbook.ts';
import { addHuntFlags, addOutputFlags, addRunFlags, addScopeFlags } from '../shared-flags.ts';

const AUDIT_HELP = `
Examples:
  consensus-review audit --all --mode quick        one round by rules, works offline
  consensus-review audit src/api --dimensions D1,D2
  consensus-review audit --all --mode deep --model anthropic/claude-sonnet-4-5 --max-cost 20

Without a model some questions stay open; the report lists them, and --accept-not-assessed ends with 0.`;

export const auditDeclaration: CommandDeclaration = {
  declare(program, run) {
    const audit = program
      .command('audit')
      .description('security audit: all dimensions over several rounds, data flows, validation of findings')
      .argument('[scope...]', 'paths, folders or globs (default: what this branch changed, else the whole folder)');
    addScopeFlags(audit);
    addHuntFlags(audit, '');
    audit.option('--require-semgrep', 'stop if Semgrep is not installed');
    audit.option('--context <file>', 'for reviews; an audit reports that nobody read it');
    addRunFlags(audit);
    addOutputFlags(audit, 'terminal on a terminal, markdown elsewhere');
    audit.addHelpText('after', AUDIT_HELP).action((scope: string[], flags: Flags) => run('audit', scope, flags));
  },
  runs: {
    audit: () => loadPlaybook('audit'),
  },
};
