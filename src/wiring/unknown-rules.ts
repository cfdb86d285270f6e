/**
 * Rules that suppressions name (in the configuration, in comments) and severity overrides, and that nobody has: a misspelt one would do
 * nothing, and nobody would notice. Called by settings.ts and suppressions.ts.
 */
import type { OwnRuleSet } from '../analyzers/own-rules/own-rule-set.ts';
import { findClosestName } from '../protocol/text/closest-name.ts';
import type { Config } from './config.ts';

/** Names of other scanners, which `triage` reads, have a sign in them that ours have not. */
export async function warnOfUnknownRules(
  { suppressions, severityOverrides }: Pick<Config, 'suppressions' | 'severityOverrides'>,
  own: OwnRuleSet | null,
): Promise<readonly string[]> {
  const named = [...suppressions, ...severityOverrides].flatMap(({ rules = [] }) => rules);
  return [...(await findUnknownRules(named, own))].map(([rule, closest]) => {
    const meant = closest === null ? '`consensus-review rules list` lists them' : `did you mean ${closest}?`;
    return `⚠️ configuration: no rule is called ${JSON.stringify(rule)}, so nothing is suppressed or rated by it; ${meant}`;
  });
}

/** Each with the rule that was probably meant, null where none is near. Nothing is loaded where no rule is named. */
export async function findUnknownRules(
  named: readonly string[],
  own: OwnRuleSet | null,
): Promise<ReadonlyMap<string, string | null>> {
  const asked = [...new Set(named)].filter((rule) => !/^CWE-\d+$/u.test(rule));
  if (asked.length === 0) return new Map();
  const [{ describeForeignRule, listShippedRules }, { parseOwnRules }] = await Promise.all([
    import('../analyzers/rule-catalogue.ts'),
    import('../analyzers/own-rules/own-rule-set.ts'),
  ]);
  const mine = own === null ? [] : parseOwnRules(own.compiled).rules.map(({ rule }) => rule.id);
  const known = [...mine, ...listShippedRules().map(({ id }) => id)];
  const unknown = asked.flatMap((rule): readonly (readonly [string, string | null])[] => {
    if (known.includes(rule) || describeForeignRule(rule) !== null) return [];
    const isOther = /[/:.]/u.test(rule);
    const closest = findClosestName(
      rule,
      known.filter((id) => /[/:.]/u.test(id) === isOther),
    );
    return closest === null && isOther ? [] : [[rule, closest]];
  });
  return new Map(unknown);
}
