/**
 * Reads and compiles the rules of a project (`.consensus-review/rules`), as they lie on disk, whether or not the repository is
 * trusted, and returns them with all files of that folder. Runs none of them. Called by commands/rules-command.ts and
 * commands/explain-command.ts.
 */
import type { OwnRuleSet } from '../analyzers/own-rules/own-rule-set.ts';
import type { SettingsFile } from '../ports/repository.ts';
import { createRepository } from '../repository/repository.ts';
import { loadOwnRules } from '../wiring/own-rules.ts';
import { RULES_FOLDER, readRuleFiles } from '../wiring/rule-files.ts';
import type { Flags } from './command-declaration.ts';
import { findRoot, findStateDir } from './state-folder.ts';
import type { Terminal } from './streams.ts';

const ALL = { kind: 'all' } as const;

/** `files`: everything in the folder, cases included. */
export async function openProjectRules(
  terminal: Terminal,
  flags: Flags,
): Promise<{ readonly rules: OwnRuleSet | null; readonly files: readonly SettingsFile[] }> {
  const root = findRoot(terminal, flags);
  await using repository = await createRepository({ root });
  const rules = await loadOwnRules(await readRuleFiles(repository, ALL), { stateDir: findStateDir(terminal), root });
  return { rules, files: rules === null ? [] : await repository.readSettings(RULES_FOLDER, ALL) };
}
