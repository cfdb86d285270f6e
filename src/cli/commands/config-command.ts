/**
 * Runs `config show`: prints the effective configuration of a run with these flags and where each value comes from, as JSON or as a
 * page (config-page.ts). Called by run-command.ts.
 */

import { EXIT } from '../../errors.ts';
import { writeJson } from '../../report/json-writer.ts';
import { explainConfig } from '../../wiring/explain-config.ts';
import type { Flags } from '../command-declaration.ts';
import { loadCliSettings } from '../load-settings.ts';
import { chooseFormat, readFormat } from '../outputs.ts';
import { readSelection } from '../selection.ts';
import type { Terminal } from '../streams.ts';

export async function runConfigShow(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const selection = await readSelection(terminal, positional, flags);
  const { format, ...rest } = flags;
  const settings = await loadCliSettings(terminal, rest, selection);
  await using repository = settings.repository;
  const { origin, warnings, customReviewers } = settings;
  const shown = {
    schema: 'consensus-review/config@1' as const,
    root: repository.root,
    /** Why settings of the repository that need trust count: the flag, the mark, or not at all. */
    trusted: origin.trust,
    base: origin.base,
    values: Object.fromEntries(
      explainConfig(origin.sources).map(({ key, value, origin: place }) => [key, { value, origin: place }]),
    ),
    ignore_files: origin.ignoreFiles,
    reviewers: customReviewers.map(({ name, model, canVeto }) => ({ name, model, can_veto: canVeto })),
    disregarded: origin.disregarded,
    not_applied: origin.unapplied,
    warnings,
  };
  terminal.stdout.write(
    format === 'json'
      ? writeJson(shown)
      : await (await import('../config-page.ts')).renderConfigPage(
          shown,
          chooseFormat(readFormat({ format }), terminal),
          terminal,
          flags,
        ),
  );
  return EXIT.ok;
}
