/**
 * The analyzer over our rule pack. It knows from an index who has rules for what; the rules, the parser and the data flow are
 * loaded with the first scan, since a run that scans nothing needs none of them.
 */
import { createRequire } from 'node:module';
import type { Analyzer } from '../../ports/analyzer.ts';
import { readVersion } from '../scan-files.ts';
import type { Relieve } from './ast-grep-scan.ts';
import { findHost } from './rule-hosts.ts';
import { openRulePack, readRuleIndex } from './rule-pack.ts';

export interface AstGrepOptions {
  /** May collect garbage: trees and nodes lie where the engine does not see them. */
  readonly relieve?: Relieve | undefined;
}

export function createAstGrepAnalyzer({ relieve }: AstGrepOptions = {}): Analyzer {
  const { reviewers } = readRuleIndex();
  let scan: Promise<Analyzer['scan']> | null = null;
  return {
    name: 'ast-grep',
    version: readVersion(createRequire(import.meta.url), '@ast-grep/napi'),
    reviewers: [...new Set(Object.values(reviewers).flat())].toSorted(),
    accepts: (path, language, reviewer) =>
      reviewers[findHost(path, language)?.inner ?? language ?? '']?.includes(reviewer) === true,
    async scan(files, snapshot, signal) {
      scan ??= import('./ast-grep-scan.ts').then((m) => m.createRuleScan({ rules: openRulePack(), relieve }));
      return (await scan)(files, snapshot, signal);
    },
  };
}
