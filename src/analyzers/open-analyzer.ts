/** Makes an analyzer of its declaration. Its code is loaded with the first scan; nothing it does throws. */

import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import type { Analyzer, AnalyzerOutcome } from '../ports/analyzer.ts';
import { readVersion } from '../version.ts';
import {
  type AnalyzerDeclaration,
  type AnalyzerHost,
  BARE_HOST,
  type OwnDeclaration,
  type Scan,
  type SourceLanguages,
} from './declaration.ts';
import { isSourceLanguage } from './source-text/project-paths.ts';

export interface OpenAnalyzer extends Analyzer {
  /** Why it cannot run, or null where it can. */
  readonly absence: string | null;
  /** Learns its version, once; null where it is not there or was stopped. */
  probeVersion(signal: AbortSignal): Promise<string | null>;
}

export const openDeclared = async (declaration: AnalyzerDeclaration, host: AnalyzerHost): Promise<OpenAnalyzer> =>
  declaration.program === null ? openAnalyzer(declaration, host) : declaration.open(host);

export function openAnalyzer(declaration: OwnDeclaration, host: AnalyzerHost = BARE_HOST): OpenAnalyzer {
  const { name, reviewers: known } = declaration;
  const reviewers = Object.keys(known);
  const version = declaration.package === null ? readVersion() : readPackageVersion(declaration.package);
  const absence =
    version === null ? `${declaration.package} is not installed` : (declaration.findAbsence?.(host) ?? null);
  const accepts: Analyzer['accepts'] = (path, language, reviewer) => {
    const languages = known[reviewer];
    if (languages === undefined) return false;
    return declaration.accepts?.(path, language, reviewer, host) ?? knowsLanguage(languages, language);
  };
  let loading: Promise<Scan> | null = null;
  return {
    name,
    version,
    reviewers,
    absence,
    probeVersion: async () => version,
    accepts,
    async scan(files, snapshot, signal) {
      if (absence !== null) return { ...NOTHING_FOUND, status: 'absent', reason: absence };
      const accepted = files.filter(({ path, language }) => reviewers.some((each) => accepts(path, language, each)));
      try {
        loading ??= declaration.load(host);
        return await (await loading)(accepted, snapshot, signal);
      } catch (error) {
        const reason = `${name} failed: ${error instanceof Error ? error.message : String(error)}`;
        return { ...NOTHING_FOUND, status: 'failed', reason, unfinished: accepted.map(({ path }) => path) };
      }
    },
  };
}

const NOTHING_FOUND: Omit<AnalyzerOutcome, 'status' | 'reason'> = { findings: [], unfinished: [] };

/** Null stands for a file whose language nobody knows. */
export const knowsLanguage = (languages: SourceLanguages, language: string | null): boolean =>
  languages === 'every' ? isSourceLanguage(language) : language !== null && languages.includes(language);

/** Read without loading the package; null where it was left out of the installation. */
function readPackageVersion(name: string): string | null {
  try {
    const path = findPackageJSON(name, import.meta.url);
    const manifest: unknown = path === undefined ? null : JSON.parse(readFileSync(path, 'utf8'));
    return manifest && typeof manifest === 'object' && 'version' in manifest ? String(manifest.version) : null;
  } catch {
    return null;
  }
}
