/** Where a project keeps its own rules. Most projects have none: what reads them is loaded where there are some (own-rules.ts). */
import type { Repository, Selection, SettingsFile } from '../ports/repository.ts';

export const RULES_FOLDER = '.consensus-review/rules';

const isRule = ({ path }: SettingsFile): boolean => /(?<!\.cases)\.ya?ml$/u.test(path);

/** The files of rules, without their cases. */
export const readRuleFiles = async (
  repository: Pick<Repository, 'readSettings'>,
  selection: Selection,
): Promise<readonly SettingsFile[]> => (await repository.readSettings(RULES_FOLDER, selection)).filter(isRule);
