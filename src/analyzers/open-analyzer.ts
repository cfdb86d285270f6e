/**
 * Makes an analyzer (ports/analyzer.ts) from its declaration; one that runs a program goes to external/. Its code is loaded with the
 * first scan; an error while it loads or scans becomes an outcome with status `failed`. Called by wiring/embedded-reviewers.ts and
 * `doctor`.
 */

import type { AnalyzerOutcome } from '../ports/analyzer.ts';
import { readPackageVersion, readVersion } from '../version.ts';
import {
  type AnalyzerDeclaration,
  type AnalyzerHost,
  acceptFor,
  BARE_HOST,
  isAccepted,
  type OpenAnalyzer,
  type OwnDeclaration,
  type Scan,
} from './declaration.ts';
import { openExternal } from './external/external-analyzer.ts';
import { shortenSourceMap } from './source-text/inline-source-map.ts';

export const openAnalyzer = (declaration: AnalyzerDeclaration, host: AnalyzerHost = BARE_HOST): OpenAnalyzer =>
  declaration.program === null ? openOwn(declaration, host) : openExternal(declaration, host);

function openOwn(declaration: OwnDeclaration, host: AnalyzerHost): OpenAnalyzer {
  const version = declaration.package === null ? readVersion() : readPackageVersion(declaration.package);
  const absence =
    version === null ? `${declaration.package} is not installed` : (declaration.findAbsence?.(host) ?? null);
  const accepts = acceptFor(declaration, host);
  let loading: Promise<Scan> | null = null;
  return {
    name: declaration.name,
    version,
    reviewers: Object.keys(declaration.reviewers),
    absence,
    joins: declaration.joins === true,
    probeVersion: async () => version,
    accepts,
    async scan(files, snapshot, signal, begin) {
      if (absence !== null) return { ...NOTHING_FOUND, status: 'absent', reason: absence };
      const accepted = files.filter((file) => isAccepted(declaration, accepts, file));
      try {
        loading ??= declaration.load(host);
        const read = declaration.readsSourceMaps ? accepted : accepted.map(shortenSourceMap);
        return await (await loading)(read, snapshot, signal, begin);
      } catch (error) {
        const reason = `${declaration.name} failed: ${error instanceof Error ? error.message : String(error)}`;
        return { ...NOTHING_FOUND, status: 'failed', reason, unfinished: accepted.map(({ path }) => path) };
      }
    },
  };
}

const NOTHING_FOUND: Omit<AnalyzerOutcome, 'status' | 'reason'> = { findings: [], unfinished: [] };
