/**
 * Writes `rules/compiled/` from the YAML of the rule pack and of the tables of rules. With `--check` it writes nothing and
 * fails where a file differs.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { compileRules, readRuleSource } from '../src/analyzers/ast-grep/compile-rules.ts';
import { compileTables } from '../src/analyzers/rule-tables/compile-tables.ts';
import { COMPILED_RULES } from '../src/analyzers/rule-tables/rules-folder.ts';

const isCheck = process.argv.includes('--check');
const files = new Map([...compileRules(await readRuleSource()), ...(await compileTables())]);
mkdirSync(COMPILED_RULES, { recursive: true });
const present = readdirSync(COMPILED_RULES);
const isStale = ([name, text]: readonly [string, string]): boolean =>
  !present.includes(name) || readFileSync(new URL(name, COMPILED_RULES), 'utf8') !== text;
const stale = [...files].filter(isStale);
const stray = present.filter((name) => !files.has(name));

if (isCheck) {
  for (const name of [...stale.map(([name]) => name), ...stray])
    process.stderr.write(`rules/compiled/${name} is not what \`npm run rules\` writes\n`);
  process.exitCode = stale.length + stray.length > 0 ? 1 : 0;
} else {
  for (const [name, text] of stale) writeFileSync(new URL(name, COMPILED_RULES), text);
  for (const name of stray) rmSync(new URL(name, COMPILED_RULES));
  process.stdout.write(`rules/compiled: ${files.size} files, ${stale.length} written, ${stray.length} removed\n`);
}
