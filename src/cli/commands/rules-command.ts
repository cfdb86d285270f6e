/**
 * Runs `rules list [TEXT]`, which prints the rules of the project and of the product, and `rules test`, which runs the project's rules
 * on their own test cases and prints which fail. Called by run-command.ts; the list also by explain-command.ts.
 */
import { describeFault, parseOwnRules, type RuleFault } from '../../analyzers/own-rules/own-rule-set.ts';
import { listShippedRules, toRuleEntry } from '../../analyzers/rule-catalogue.ts';
import { EXIT } from '../../errors.ts';
import { normalizeCwe } from '../../protocol/findings/cwe-family.ts';
import type { RuleEntry } from '../../protocol/findings/rule-entry.ts';
import { findClosestName } from '../../protocol/text/closest-name.ts';
import { writeJson } from '../../report/json-writer.ts';
import { RULES_FOLDER } from '../../wiring/rule-files.ts';
import type { TriedRule } from '../../wiring/try-own-rules.ts';
import type { Flags } from '../command-declaration.ts';
import { openProjectRules } from '../project-rules.ts';
import type { Terminal } from '../streams.ts';

const nameRule = ({ id, path }: TriedRule): string => (id === null ? path : `${id} (${path})`);

const LABELS: Readonly<Record<TriedRule['status'], string>> = {
  passed: 'ok',
  failed: 'FAILED',
  broken: 'BROKEN',
  'no-cases': 'no cases',
};

function describeTried(tried: readonly TriedRule[]): string {
  const lines = tried.flatMap((rule) => [
    `${LABELS[rule.status].padEnd(8)}  ${nameRule(rule)}${rule.cases > 0 ? `, ${rule.cases} cases` : ''}`,
    ...rule.faults.map((fault) => `          ${fault}`),
  ]);
  const bad = tried.filter(({ status }) => status === 'failed' || status === 'broken').length;
  const count = `${tried.length} ${tried.length === 1 ? 'rule' : 'rules'}`;
  return `${[...lines, '', bad === 0 ? `${count}, all pass` : `${count}, ${bad} with faults`].join('\n')}\n`;
}

/** Those of the project first, broken ones too. */
export async function runRulesList(terminal: Terminal, [text = '']: readonly string[], flags: Flags): Promise<number> {
  const { rules } = await openProjectRules(terminal, flags);
  const { rules: sound, faults } = rules === null ? { rules: [], faults: [] } : parseOwnRules(rules.compiled);
  const own = sound.map(({ rule, path }) => ({ ...toRuleEntry(rule, 'own-rules'), path }));
  const entries = [...own, ...(flags.own === true ? [] : listShippedRules())];
  const wanted = entries.filter(matchEntry(text.toLowerCase(), entries));
  if (flags.format === 'json') terminal.stdout.write(writeJson({ rules: wanted, broken: faults }));
  else terminal.stdout.write([...wanted.map(describeEntry), ...faults.map(describeBroken), ''].join('\n'));
  if (wanted.length + faults.length > 0) return EXIT.ok;
  terminal.stderr.write(explainNone(text, entries));
  return EXIT.emptyScope;
}

/** A weakness, a language that has rules, else words of id and title by their beginning: `rust` is not in `untrusted`. */
function matchEntry(text: string, entries: readonly RuleEntry[]): (entry: RuleEntry) => boolean {
  if (/^cwe-\d+$/u.test(text)) {
    const weakness = normalizeCwe(text);
    return ({ cwe }) => cwe === weakness;
  }
  if (entries.some(({ languages }) => languages.includes(text))) return ({ languages }) => languages.includes(text);
  return ({ id, title, cwe }) => {
    const words = `${id} ${title} ${cwe}`.toLowerCase();
    for (let at = words.indexOf(text); at >= 0; at = words.indexOf(text, at + 1))
      if (text === '' || !/[a-z0-9]/u.test(words[at - 1] ?? '')) return true;
    return false;
  };
}

/** A misspelled verb arrives here as a text that no rule has. */
function explainNone(text: string, entries: readonly RuleEntry[]): string {
  if (text === '') return `No rules in ${RULES_FOLDER}.\n`;
  const ids = entries.map(({ id }) => id);
  const verb = findClosestName(text, ['list', 'test']);
  const meant = verb === null ? findClosestName(text, ids) : `rules ${verb}`;
  const hint = meant === null ? '`consensus-review rules list` lists all.' : `Did you mean \`${meant}\`?`;
  return `No rule has ${JSON.stringify(text)} in its id, title or CWE. ${hint}\n`;
}

const describeEntry = ({ id, severity, languages, title, analyzer }: RuleEntry): string =>
  `${id}  ${severity}  ${languages.join(', ') || analyzer}  ${title}${analyzer === 'own-rules' ? '  (own)' : ''}`;

const describeBroken = (fault: RuleFault): string => `BROKEN  ${describeFault(fault)}`;

export async function runRulesTest(terminal: Terminal, _positional: readonly string[], flags: Flags): Promise<number> {
  const { rules, files } = await openProjectRules(terminal, flags);
  if (rules === null) {
    terminal.stdout.write(flags.format === 'json' ? writeJson({ rules: [] }) : `No rules in ${RULES_FOLDER}.\n`);
    return EXIT.emptyScope;
  }
  const { tryOwnRules } = await import('../../wiring/try-own-rules.ts');
  const tried = await tryOwnRules(rules, files, terminal.interrupt);
  terminal.stdout.write(flags.format === 'json' ? writeJson({ rules: tried }) : describeTried(tried));
  return tried.some(({ status }) => status === 'failed' || status === 'broken') ? EXIT.blocked : EXIT.ok;
}
