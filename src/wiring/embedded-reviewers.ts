/**
 * Builds the driver of the embedded reviewers (no model) from the list of analyzers: leaves out external programs that the
 * configuration does not allow, runs each analyzer here or in a child process as it declares, and keeps the scans in the journal.
 * Called by review-ports.ts; also tells which external analyzers are allowed and installed, and opens one (audit-baseline.ts, doctor).
 */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { AnalyzerDeclaration, AnalyzerHost, OpenAnalyzer } from '../analyzers/declaration.ts';
import { ANALYZERS } from '../analyzers/list.ts';
import type { AnalysisCache } from '../ports/analysis-cache.ts';
import type { Analyzer } from '../ports/analyzer.ts';
import type { Driver } from '../ports/driver.ts';
import type { Journal } from '../ports/journal.ts';
import type { EffectWatch } from '../ports/telemetry.ts';
import { findProgram } from '../programs/external-process.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import type { AnalyzerPool } from '../reviewers/embedded/analyzer-pool.ts';
import type { Settings } from './settings.ts';

/** What analyzers have to know of the settings. */
export type AnalyzerSettings = Pick<
  Settings,
  'repository' | 'config' | 'searchPath' | 'trustsRepository' | 'ownRules' | 'cachePlace' | 'places'
>;

const ANALYZER_PROCESS = new URL('./analyzer-process.js', import.meta.url);

let pool: AnalyzerPool | null = null;

/** One for all runs of this process. */
export async function openPool(): Promise<AnalyzerPool> {
  const { createAnalyzerPool } = await import('../reviewers/embedded/analyzer-pool.ts');
  pool ??= createAnalyzerPool({ process: ANALYZER_PROCESS });
  return pool;
}

export function hostOf({
  config,
  repository: { root },
  searchPath,
  trustsRepository,
  ownRules,
  places,
}: AnalyzerSettings): AnalyzerHost {
  const { advisoryDatabase, allowNetwork, externalAnalyzers, projectKind, semgrepRules } = config;
  return {
    root,
    searchPath,
    trustsRepository,
    mayUseNetwork: allowNetwork,
    semgrepRules,
    projectKind,
    advisoryDatabase: advisoryDatabase === null ? null : resolve(root, advisoryDatabase),
    ownRules,
    checksAdvisories: advisoryDatabase !== null || (allowNetwork && externalAnalyzers.includes('npm-audit')),
    ...(places === undefined ? {} : { places }),
  };
}

/** Ours, and the programs of others that the configuration allows. */
export const listAllowed = ({ config }: AnalyzerSettings): readonly AnalyzerDeclaration[] =>
  ANALYZERS.filter(({ program, name }) => program === null || config.externalAnalyzers.includes(name));

/** Whether an allowed program is there. */
export function findInstalled(settings: AnalyzerSettings): (declaration: AnalyzerDeclaration) => boolean {
  const { searchPath, repository } = settings;
  const allowed = new Set(listAllowed(settings));
  return (declaration) =>
    declaration.program !== null &&
    allowed.has(declaration) &&
    findProgram(declaration.program, searchPath, repository.root) !== null;
}

/** Null where the configuration does not allow it. */
export async function openAllowed(settings: AnalyzerSettings, name: string): Promise<OpenAnalyzer | null> {
  const declaration = listAllowed(settings).find((each) => each.name === name);
  if (declaration === undefined) return null;
  return (await import('../analyzers/open-analyzer.ts')).openAnalyzer(declaration, hostOf(settings));
}

/** `without` names external analyzers that somebody else runs, `journal` keeps their scans. Throws ReviewError for settings that cannot work. */
export async function createEmbeddedReviewers(
  settings: AnalyzerSettings,
  options: {
    readonly without?: readonly string[];
    readonly journal?: Journal;
    /** Takes secrets out of what the journal keeps. */
    readonly redactor?: Redactor;
    readonly watch?: EffectWatch | null;
  } = {},
): Promise<Driver> {
  const { journal, redactor, watch = null, without = [] } = options;
  const host = hostOf(settings);
  const declared = listAllowed(settings).filter(({ name }) => !without.includes(name));
  const [{ createEmbeddedDriver }, { wrap }, { openAnalyzer }, { createFlowStore, storeFlows }] = await Promise.all([
    import('../reviewers/embedded/embedded-driver.ts'),
    openPool(),
    import('../analyzers/open-analyzer.ts'),
    import('../analyzers/project-flow/flow-store.ts'),
    ...declared.map((declaration) => (declaration.program === null ? declaration.checkSettings?.(host) : undefined)),
  ]);
  const keep = await openKeeping(journal, redactor, watch);
  const flows = createFlowStore();
  const openCache = (): Promise<AnalysisCache | null> => openAnalysisCache(settings);
  const known = declared.map((declaration) => {
    const analyzer = openAnalyzer(declaration, { ...host, flows, openCache });
    return {
      isOptional: declaration.program !== null || analyzer.absence !== null,
      vouches: declaration.vouches,
      analyzer: keep(
        declaration.runsOn === 'process'
          ? storeFlows(wrap(analyzer, dataFor(declaration, host), isApart(declaration)), flows)
          : analyzer,
      ),
    };
  });
  return createEmbeddedDriver({
    analyzers: known.filter((each) => !each.isOptional && each.vouches).map(({ analyzer }) => analyzer),
    supplementary: known.filter((each) => !each.isOptional && !each.vouches).map(({ analyzer }) => analyzer),
    optional: known.filter((each) => each.isOptional).map(({ analyzer }) => analyzer),
  });
}

async function openAnalysisCache({ cachePlace = null }: AnalyzerSettings): Promise<AnalysisCache | null> {
  if (cachePlace === null) return null;
  const { createAnalysisCache } = await import('./analysis-cache.ts');
  return createAnalysisCache(cachePlace.stateDir, cachePlace.topLevel);
}

/** The rules of the project go to the process of the one that applies them, and to no other. */
const dataFor = (declaration: AnalyzerDeclaration, host: AnalyzerHost): AnalyzerHost =>
  isApart(declaration) ? host : { ...host, ownRules: null };

const isApart = (declaration: AnalyzerDeclaration): boolean =>
  declaration.program === null && declaration.isApart === true;

/** Watched below the journal: what is played is no scan. */
async function openKeeping(
  journal: Journal | undefined,
  given: Redactor | undefined,
  watch: EffectWatch | null,
): Promise<<T extends Analyzer>(analyzer: T) => T> {
  const watching = watch === null ? null : await import('../telemetry/watch-effects.ts');
  const journaling = journal === undefined ? null : await import('../runs/recorded-effects.ts');
  const redactor = given ?? (await import('./redaction.ts')).createRunRedactor();
  return (analyzer) => {
    const watched = watching === null || watch === null ? analyzer : watching.watchAnalyzer(analyzer, watch);
    if (journaling === null || journal === undefined) return watched;
    return journaling.journalAnalyzer(watched, journal, hashText, redactor);
  };
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');
