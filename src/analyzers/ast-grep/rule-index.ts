/**
 * Which reviewer has rules for which language, from the first lines of the rule files: reading all rules takes most of a start, and
 * a run that scans nothing needs none of them.
 */

import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Analyzer } from '../../ports/analyzer.ts';
import { readVersion } from '../external/scan-files.ts';
import { findHost } from './rule-hosts.ts';
import { RULES_FOLDER } from './rules-folder.ts';

/** Reviewers by language. */
export type RuleIndex = ReadonlyMap<string, ReadonlySet<string>>;

const isRule = (name: string): boolean =>
  /\.yml$/u.test(name) && !/(?:^|[/\\])vocabulary\.yml$|\.cases\.yml$/u.test(name);
const LANGUAGE = /^language: *\[?([^\]\n#]+)/mu;
const REVIEWER = /^reviewer: *(\S+)/mu;

export async function readRuleIndex(folder: URL = RULES_FOLDER): Promise<RuleIndex> {
  const names = (await readdir(folder, { recursive: true })).filter(isRule);
  const texts = await Promise.all(names.map((name) => readFile(new URL(name.replaceAll('\\', '/'), folder), 'utf8')));
  const index = new Map<string, Set<string>>();
  for (const text of texts) {
    const reviewer = REVIEWER.exec(text)?.[1] ?? '';
    for (const language of LANGUAGE.exec(text)?.[1]?.split(',') ?? []) {
      const own = index.get(language.trim()) ?? new Set();
      index.set(language.trim(), own.add(reviewer));
    }
  }
  return index;
}

/** The analyzer over our rule pack, opened with its first scan. */
export function createIndexedAnalyzer(index: RuleIndex, open: () => Promise<Analyzer>): Analyzer {
  let opened: Promise<Analyzer> | null = null;
  return {
    name: 'ast-grep',
    version: readVersion(createRequire(import.meta.url), '@ast-grep/napi'),
    reviewers: [...new Set([...index.values()].flatMap((reviewers) => [...reviewers]))].toSorted(),
    accepts: (path, language, reviewer) =>
      index.get(findHost(path, language)?.inner ?? language ?? '')?.has(reviewer) === true,
    async scan(files, snapshot, signal) {
      opened ??= open();
      return (await opened).scan(files, snapshot, signal);
    },
  };
}
