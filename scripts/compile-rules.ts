/**
 * Writes `rules/compiled/` from the YAML of the rule pack and of the tables of rules, and from both the pages of `docs/rules/`.
 * With `--check` it writes nothing and fails where a file differs.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileRules, readRuleSource } from '../src/analyzers/ast-grep/compile-rules.ts';
import { compileTables } from '../src/analyzers/rule-tables/compile-tables.ts';
import { COMPILED_RULES } from '../src/analyzers/rule-tables/rules-folder.ts';
import { listRulePages } from './rule-pages.ts';

const isCheck = process.argv.includes('--check');
const RULE_PAGES = new URL('../docs/rules/', import.meta.url);

function refresh(folder: URL, files: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  const present = readdirSync(folder);
  const stale = [...files].filter(
    ([name, text]) => !present.includes(name) || readFileSync(new URL(name, folder), 'utf8') !== text,
  );
  const stray = present.filter((name) => !files.has(name));
  const shown = fileURLToPath(folder);
  if (isCheck) {
    for (const name of [...stale.map(([name]) => name), ...stray])
      process.stderr.write(`${shown}${name} is not what \`npm run rules\` writes\n`);
    if (stale.length + stray.length > 0) process.exitCode = 1;
    return;
  }
  for (const [name, text] of stale) writeFileSync(new URL(name, folder), text);
  for (const name of stray) rmSync(new URL(name, folder));
  process.stdout.write(`${shown}: ${files.size} files, ${stale.length} written, ${stray.length} removed\n`);
}

refresh(COMPILED_RULES, new Map([...compileRules(await readRuleSource()), ...(await compileTables())]));
refresh(RULE_PAGES, listRulePages());
