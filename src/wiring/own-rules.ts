/**
 * Compiles the rules that the reviewed project keeps in `.consensus-review/rules` (read by rule-files.ts), takes them from the state
 * folder where they are unchanged, and makes the warnings about rules that are broken or do not count. They count where the repository
 * is trusted or they come from the revision that a change begins at (docs/decisions/027-own-rules.md). Called by settings.ts, which
 * decides that.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRuleIndex } from '../analyzers/ast-grep/rule-pack.ts';
import {
  createRuleSet,
  describeFault,
  hashFiles,
  type OwnRuleSet,
  parseOwnRules,
} from '../analyzers/own-rules/own-rule-set.ts';
import type { SettingsFile } from '../ports/repository.ts';
import { readVersion } from '../version.ts';
import { RULES_FOLDER } from './rule-files.ts';

/** Null where there are no files. What was compiled before is taken from the state folder. */
export async function loadOwnRules(
  files: readonly SettingsFile[],
  place: { readonly stateDir: string | null; readonly root: string } | null = null,
): Promise<OwnRuleSet | null> {
  if (files.length === 0) return null;
  const version = `${readVersion()} ${readRuleIndex().hash}`;
  const hash = hashFiles(files, version);
  const cache = place === null || place.stateDir === null ? null : placeOf(place.stateDir, place.root);
  const cached = cache === null ? null : await readCached(cache, hash);
  if (cached !== null) return createRuleSet(files, hash, parseOwnRules(cached));
  const { compileOwnRules } = await import('../analyzers/own-rules/compile-own-rules.ts');
  const compiled = compileOwnRules(files, version);
  if (cache !== null) await writeCached(cache, compiled);
  return compiled;
}

/** One file per project: what was compiled before is not needed again. */
const placeOf = (stateDir: string, root: string): string =>
  join(stateDir, 'own-rules', `${createHash('sha256').update(root).digest('hex').slice(0, 16)}.json`);

async function readCached(path: string, hash: string): Promise<string | null> {
  try {
    const { hash: kept, compiled } = JSON.parse(await readFile(path, 'utf8')) as Partial<OwnRuleSet>;
    return kept === hash && typeof compiled === 'string' ? compiled : null;
  } catch {
    return null;
  }
}

/** A folder that cannot be written costs time, nothing else. */
async function writeCached(path: string, { hash, compiled }: OwnRuleSet): Promise<void> {
  const [{ makeFolder }, { replaceFile }] = await Promise.all([
    import('../storage/make-folder.ts'),
    import('../storage/replace-file.ts'),
  ]);
  try {
    makeFolder(join(path, '..'));
    await replaceFile(path, JSON.stringify({ hash, compiled }));
  } catch {
    // Compiled again the next time.
  }
}

/** What the user should know: rules that do not count, and rules that cannot be applied. */
export function warnOfRules(rules: OwnRuleSet | null, counts: boolean): readonly string[] {
  if (rules === null) return [];
  const number = rules.files.length;
  const unused = `⚠️ ${RULES_FOLDER}: ${number === 1 ? '1 rule' : `${number} rules`} not used, because this repository is not trusted; pass --trust-repository, or mark the repository as yours: consensus-review trust`;
  const { faults } = parseOwnRules(rules.compiled);
  return [
    ...(counts ? [] : [unused]),
    ...faults.map((fault) => `⚠️ ${describeFault(fault)}; this rule is not applied (consensus-review rules test)`),
  ];
}
