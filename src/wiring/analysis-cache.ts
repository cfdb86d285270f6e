/**
 * Opens the on-disk cache of what analyzers learned about files, in the state folder, for this version of program and rules; null
 * where the state folder lies inside the reviewed repository. In a checkout the version includes size and time of the analyzer
 * sources. Called by embedded-reviewers.ts.
 */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { readRuleIndex } from '../analyzers/ast-grep/rule-pack.ts';
import type { AnalysisCache } from '../ports/analysis-cache.ts';
import { isContained, realFolder } from '../repository/files/contained-path.ts';
import { openAnalysisCache } from '../storage/analysis-cache.ts';
import { openFileFacts } from '../storage/file-facts.ts';
import { readVersion } from '../version.ts';

/** Null where the state folder lies in the repository: then it could have written what is there. */
export function createAnalysisCache(stateDir: string, topLevel: string): AnalysisCache | null {
  if (isContained(realFolder(topLevel), realFolder(stateDir))) return null;
  const version = `${readVersion()} ${readRuleIndex().hash} ${stampSource()}`;
  const cache = openAnalysisCache({ stateDir, version });
  const links = openFileFacts({ stateDir, root: topLevel, kind: 'links', version });
  return {
    ...cache,
    links,
    close() {
      links.close();
      cache.close();
    },
  };
}

const FOLDERS = ['outline', 'flow', 'syntax', 'ast-grep', 'project-flow', 'packages', 'source-text'];

/** In a checkout the code changes without its version: what the disk says of it. Empty in an installed package. */
function stampSource(): string {
  if (!import.meta.url.endsWith('.ts')) return '';
  const hash = createHash('sha256');
  for (const folder of FOLDERS.map((name) => new URL(`../analyzers/${name}/`, import.meta.url)))
    for (const name of readdirSync(folder).filter((each) => !each.endsWith('.test.ts'))) {
      const { size, mtimeMs } = statSync(new URL(name, folder));
      hash.update(`${name} ${size} ${mtimeMs}\n`);
    }
  return hash.digest('hex');
}
