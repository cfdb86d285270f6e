/**
 * Reads the files of rules that a project keeps in `.consensus-review/rules`, without their cases (`*.cases.yml`). Called by
 * settings.ts and `rules`; own-rules.ts, which compiles them, is loaded only where there are some.
 */
import type { Repository, Selection, SettingsFile } from '../ports/repository.ts';

export const RULES_FOLDER = '.consensus-review/rules';

const isRule = ({ path }: SettingsFile): boolean => /(?<!\.cases)\.ya?ml$/u.test(path);

/** The files of rules, without their cases. */
export const readRuleFiles = async (
  repository: Pick<Repository, 'readSettings'>,
  selection: Selection,
): Promise<readonly SettingsFile[]> => (await repository.readSettings(RULES_FOLDER, selection)).filter(isRule);
