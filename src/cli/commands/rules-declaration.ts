/**
 * Declares `rules` with its verbs: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { type Command, Option } from 'commander';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';

const RULES_HELP = `
A rule is a YAML file in .consensus-review/rules; its cases are in a file of the same name that ends in .cases.yml.
See docs/analyzers.md.

Exit codes: 0 every case passes; 1 a case fails or a rule is broken; 5 no rules.`;

const addRulesFlags = (command: Command): Command =>
  command
    .option('-C <dir>', 'root folder')
    .addOption(new Option('-f, --format <format>', 'output format').choices(['terminal', 'json']))
    .option('--debug', 'print the stack trace of an internal error');

export const rulesDeclaration: CommandDeclaration = {
  declare(program, run) {
    const rules = program
      .command('rules')
      .description('rules that come with consensus-review, and your own in .consensus-review/rules')
      .enablePositionalOptions();
    addRulesFlags(
      rules
        .command('list', { isDefault: true })
        .description('list rules, yours first')
        .argument('[text]', 'only rules of this language or CWE, or with a word that begins so in their id or title')
        .option('--own', 'only the rules of this project'),
    ).action((text: string | undefined, flags: Flags) => run('rules list', text === undefined ? [] : [text], flags));
    addRulesFlags(rules.command('test').description('try the rules of this project on their cases'))
      .addHelpText('after', RULES_HELP)
      .action((flags: Flags) => run('rules test', [], flags));
  },
  runs: {
    'rules list': async () => (await import('./rules-command.ts')).runRulesList,
    'rules test': async () => (await import('./rules-command.ts')).runRulesTest,
  },
};
