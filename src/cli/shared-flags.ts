/**
 * Flags and help texts that several commands share: what is reviewed, how a run goes, what is printed. Used by the declarations of
 * commands/.
 */
import { type Command, Option } from 'commander';
import { FORMAT_NAMES } from '../protocol/config/config-names.ts';
import { VERIFY_MODES } from '../protocol/findings/claim-check.ts';
import { CONSENSUS_PROTOCOLS } from '../protocol/findings/consensus-protocol.ts';
import { FAIL_ON_LEVELS } from '../protocol/findings/severity.ts';

/** For a flag that may be repeated. */
export const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

export const TRUST_HELP = 'apply the settings and comments of the reviewed repository and of the change';

export const CONTEXT_HELP =
  'text of the linked issue or pull request (- for standard input); a model says point by point what is met';

export const SUPPRESS_HELP = `
A suppressed finding stays in the report with its reason and does not count. For a change the file of its base counts,
and what you dismissed on this machine. One place is suppressed by a comment: consensus-review-ignore RULE: reason
See docs/suppressions.md.`;

export function addScopeFlags(command: Command): void {
  command
    .option('-C <dir>', 'root folder; paths are relative to it', undefined)
    .option('--all', 'the whole folder')
    .option('--staged', 'what is staged')
    .option('--commit <sha>', 'one commit against its first parent')
    .option('--base <ref>', 'everything since the merge base with this revision')
    .option('--head <ref>', 'with --base: up to this revision instead of the working tree')
    .option('--diff <file>', 'a unified diff from a file, or - for standard input')
    .option('--pr <number>', 'a pull request: reviews its changes and posts the report (see docs/pull-requests.md)')
    .option('--include <glob>', 'review only matching files (repeatable, comma-separated)', collect)
    .option('--exclude <glob>', 'leave out matching files (repeatable, comma-separated)', collect);
  addForgeFlags(command);
}

/** Where a pull request is. */
export function addForgeFlags(command: Command): void {
  command
    .addOption(
      new Option('--forge <name>', 'where the pull request is (default: by the CI)').choices(['github', 'gitlab']),
    )
    .option('--repo <owner/name>', 'repository of the pull request; for GitLab its path or number (default: by the CI)')
    .option('--api <url>', 'address of the API, for a server of your own (default: by the CI, else the public one)');
}

/** What decides who hunts what. */
export function addHuntFlags(command: Command, whose: string): void {
  command
    .addOption(
      new Option('--mode <mode>', `${whose}depth of the audit (default: standard)`).choices([
        'quick',
        'standard',
        'deep',
      ]),
    )
    .option('--cells <list>', `${whose}audit only these dimensions of these files, as D2:src/auth/**`, collect)
    .option('--agents <n>', `${whose}agents of the first round (default: by project size)`);
}

export function addRunFlags(command: Command): void {
  command
    .option(
      '--reviewers <names>',
      'reviewers to run, comma-separated: security, code-quality, … (default: chosen by the files)',
      collect,
    )
    .option('--dimensions <list>', 'report only these dimensions, as D1,D3 (default: all)', collect)
    .option('--model <provider/name>', 'model that reviews (default: embedded, which works offline)', undefined)
    .option('--reviewer-model <name=provider/name>', 'another model for one reviewer (repeatable)', collect)
    .option(
      '--panel <models>',
      'several models, comma-separated; each reviews, and findings show how many agree',
      collect,
    )
    .option('--fallback <provider/name>', 'model to use if the chosen one does not answer')
    .addOption(
      new Option('--protocol <name>', 'how the opinions of several reviewers are combined (default: veto)').choices([
        ...CONSENSUS_PROTOCOLS,
      ]),
    )
    .option('--min-agreement <n>', 'how many reviewers must agree on a finding (default: 1)')
    .addOption(
      new Option(
        '--verify <when>',
        'second look at claims of models, which tries to refute them: auto for those that block, always, never (default: auto)',
      ).choices([...VERIFY_MODES]),
    )
    .option('--waves <auto|n>', 'continue until everything is reviewed, or for at most n waves (default: auto)')
    .option('--concurrency <n>', 'reviewers that run at the same time (default: all)')
    .option('--max-tokens <n>', 'limit of model tokens for the run; embedded reviewers use none')
    .option('--max-cost <usd>', 'limit of cost in USD for the run; embedded reviewers cost nothing')
    .option('--deadline <duration>', 'stop after this time with a partial report: 90s, 5m, 1h')
    .option(
      '--agent-timeout <duration>',
      'longest time of one agent of a model (default: 5m; by speed on local servers)',
    )
    .option('--call-timeout <duration>', 'longest time of one model call (default: 15m; by speed on local servers)')
    .addOption(
      new Option('--fail-on <level>', 'exit 1 from this level on (default: veto)').choices([...FAIL_ON_LEVELS]),
    )
    .option('--allow-partial', 'exit 0 even if something was not reviewed; the report still says so')
    .option(
      '--accept-not-assessed',
      'exit 0 of an audit where only that is open which needs a model; the report still says so',
    )
    .option('--allow-empty', 'exit 0 where paths or globs match nothing')
    .option('--ignore-vetoes', 'report vetoes as warnings')
    .option('--history', 'also look for secrets in every commit of all branches; each is shown once, as PATH@COMMIT')
    .option('--no-reuse', 'do not use cached reviews of unchanged files')
    .option(
      '--record <file>',
      'save the scope, analyzer results, every model call and the nonces to a file for --replay',
    )
    .option('--replay <file>', 'replay a recorded run: no network, no cost, the same report')
    .addOption(new Option('--journal').hideHelp())
    .option('--no-journal', 'do not store the run: it cannot be resumed or shown again')
    .option('--database <url>', 'run on the workers of this PostgreSQL database (see docs/fleet.md)')
    .option('--yes', 'start agents that cost money without asking')
    .option('--config <file>', 'configuration file')
    .option('--trust-repository', TRUST_HELP);
}

export function addOutputFlags(command: Command, defaultFormat: string): void {
  command
    .option(
      '-f, --format <format>',
      `format of standard output: ${FORMAT_NAMES.join(', ')} (default: ${defaultFormat})`,
    )
    .option('-o, --output <format=path>', 'also write this format to a file (repeatable)', collect)
    .option('--quiet', 'no progress')
    .option('--verbose', 'detailed log on standard error (JSON lines if it is no terminal) and a longer report')
    .option('--debug', 'print the stack trace of an internal error')
    .option('--no-color', 'no colours');
}

/** Flags that `index` and `search` share. */
export function addIndexFlags(command: Command): void {
  command
    .option('-C <dir>', 'root folder; paths are relative to it')
    .option('--include <glob>', 'review only matching files (repeatable, comma-separated)', collect)
    .option('--exclude <glob>', 'leave out matching files (repeatable, comma-separated)', collect)
    .option('--config <file>', 'configuration file')
    .addOption(
      new Option(
        '-f, --format <format>',
        'output format (default: terminal on a terminal, markdown elsewhere)',
      ).choices(['terminal', 'markdown', 'json']),
    )
    .option('--quiet', 'no progress')
    .option('--no-color', 'no colours')
    .option('--debug', 'print the stack trace of an internal error');
}
