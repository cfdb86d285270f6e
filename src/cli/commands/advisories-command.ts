/**
 * Runs `advisories update`, which prints what would be downloaded from where and with `--yes` downloads known vulnerabilities of the
 * project's package ecosystems into the state folder, and `advisories status`, which prints source, age and size of that copy. Called
 * by run-command.ts.
 */
import { readAdvisoryCopy } from '../../analyzers/advisories/advisory-copy.ts';
import { EXIT } from '../../errors.ts';
import { writeJson } from '../../report/json-writer.ts';
import { createSystemClock } from '../../wiring/system.ts';
import { planUpdate, updateAdvisories } from '../../wiring/update-advisories.ts';
import type { Flags } from '../command-declaration.ts';
import { findRoot, findStateDir } from '../state-folder.ts';
import type { Terminal } from '../streams.ts';

const DAY_MS = 86_400_000;

export async function runAdvisoriesUpdate(
  terminal: Terminal,
  _positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const stateDir = findStateDir(terminal);
  const { stderr } = terminal;
  const plan = await planUpdate(findRoot(terminal, flags), stateDir, {
    address: typeof flags.from === 'string' ? flags.from : null,
    ecosystems: typeof flags.ecosystems === 'string' ? flags.ecosystems.split(',').map((name) => name.trim()) : null,
  });
  if (plan.ecosystems.length === 0) {
    stderr.write(
      'No manifest of npm, PyPI, Go, RubyGems, Maven or Cargo was found. Name ecosystems with --ecosystems.\n',
    );
    return EXIT.emptyScope;
  }
  stderr.write(`Advisories of ${plan.ecosystems.join(', ')} from ${plan.address} to ${plan.folder}.\n`);
  if (flags.yes !== true) {
    stderr.write('Nothing was downloaded. Run it again with --yes, or name another address with --from URL.\n');
    return EXIT.ok;
  }
  await updateAdvisories(plan, stateDir, {
    now: createSystemClock().now(),
    tell: ({ name, entries, bytes }) => stderr.write(`${name}: ${entries} advisories, ${bytes} bytes\n`),
  });
  stderr.write('Reviews look versions up there from now on, offline.\n');
  return EXIT.ok;
}

export async function runAdvisoriesStatus(
  terminal: Terminal,
  _positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const copy = readAdvisoryCopy(findStateDir(terminal));
  const days = copy === null ? null : Math.floor((createSystemClock().now() - Date.parse(copy.updated_at)) / DAY_MS);
  if (flags.format === 'json') {
    terminal.stdout.write(writeJson({ advisories: copy === null ? null : { ...copy, age_days: days } }));
    return EXIT.ok;
  }
  if (copy === null) {
    terminal.stdout.write('No advisories. Download them with: consensus-review advisories update\n');
    return EXIT.ok;
  }
  const rows = copy.ecosystems.map(({ name, entries, sha256 }) => `${name}: ${entries} advisories, sha256 ${sha256}\n`);
  terminal.stdout.write(`From ${copy.source}, ${copy.updated_at} (${days} days old).\n${rows.join('')}`);
  return EXIT.ok;
}
