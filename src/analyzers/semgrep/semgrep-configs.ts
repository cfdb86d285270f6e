/**
 * Says which rules Semgrep runs with (rules/semgrep/ and the setting `semgrep_rules`), which files they are for, which hosts they are
 * loaded from, and what is missing. Used by declaration.ts and semgrep.ts.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLanguage } from '../../protocol/source/language.ts';
import type { AnalyzerHost } from '../declaration.ts';

/** Languages of our own rules: those that no other analyzer of ours reads for security. */
export const SEMGREP_LANGUAGES: readonly string[] = ['kotlin', 'scala', 'rust', 'swift'];

/** Rules of ours for these languages; elsewhere the rule pack is quicker. */
export const OWN_RULES: string = fileURLToPath(new URL('../../../rules/semgrep/', import.meta.url));

/** Never put down, not even to be looked at. */
const OWN_SETTINGS = /(?:^|\/)\.semgrep[^/]*(?:\/|$)/u;

const REGISTRY = 'semgrep.dev';

export const isRegistryName = (rule: string): boolean => /^(?:p|r)\/[\w./-]+$|^https?:/u.test(rule);

/** Hosts that rules are loaded from. */
export function listRuleHosts({ semgrepRules }: AnalyzerHost): readonly string[] {
  const remote = semgrepRules.filter(isRegistryName);
  return [...new Set(remote.map((rule) => (URL.canParse(rule) ? new URL(rule).host : REGISTRY)))];
}

export function listConfigs({ root, semgrepRules }: AnalyzerHost): readonly string[] {
  const configured = semgrepRules.map((rule) => (isRegistryName(rule) ? rule : resolve(root, rule)));
  return [...(existsSync(OWN_RULES) ? [OWN_RULES] : []), ...configured];
}

export function isForSemgrep(path: string, language: string | null, { semgrepRules }: AnalyzerHost): boolean {
  if (language === null || OWN_SETTINGS.test(path) || findLanguage(language)?.kind === 'prose') return false;
  return semgrepRules.length > 0 || SEMGREP_LANGUAGES.includes(language);
}

export function findMissingRules(host: AnalyzerHost): string | null {
  const configs = listConfigs(host);
  if (configs.length === 0) return 'no rules configured (semgrep_rules)';
  const remote = configs.find(isRegistryName);
  if (remote !== undefined && !host.mayUseNetwork) return `rules ${remote} need the network (allow_network)`;
  const missing = configs.find((config) => !isRegistryName(config) && !existsSync(config));
  return missing === undefined ? null : `rules ${missing} do not exist`;
}
