/**
 * Defines the types by which an analyzer declares itself in src/analyzers/NAME/declaration.ts: name, reviewers, languages, where it runs,
 * how its code is loaded; and AnalyzerHost, what it may know of the run. acceptFor and isAccepted say which files it takes. Used by all
 * declarations, open-analyzer.ts and wiring/embedded-reviewers.ts. A declaration loads no parser, no rules and no WebAssembly.
 */

import type { AnalysisCache } from '../ports/analysis-cache.ts';
import type { Analyzer, AskedPlace, SourceFile } from '../ports/analyzer.ts';
import type { ProjectKind } from '../protocol/config/project-kind.ts';
import { isSourceLanguage } from '../protocol/source/language.ts';
import type { ExternalHost, ToolScan, VersionSource } from './external/tool-task.ts';
import type { OwnRuleSet } from './own-rules/own-rule-set.ts';
import type { FlowStore } from './project-flow/flow-store.ts';

/** What an analyzer may know of the run. Everything but `relieve`, `flows`, `openCache` and `ownsOutput` can be handed to another process. */
export interface AnalyzerHost extends ExternalHost {
  readonly mayUseNetwork: boolean;
  /** Semgrep rules of the user: files and folders relative to `root`, or names of the registry. */
  readonly semgrepRules: readonly string[];
  /** What the configuration says that the project is made for; null: its manifests tell. */
  readonly projectKind: ProjectKind | null;
  /** Absolute path of a copy of the OSV database; null where there is none. */
  readonly advisoryDatabase: string | null;
  /** Rules of the reviewed project that count; null where there are none. */
  readonly ownRules: OwnRuleSet | null;
  /** Whether some analyzer of this run looks up known vulnerabilities. */
  readonly checksAdvisories: boolean;
  /** Places that another tool reports, by path: data flow says more of them than of others. Absent where nobody asks. */
  readonly places?: Readonly<Record<string, readonly AskedPlace[]>>;
  /** Told of every piece of work that leaves memory behind which the engine does not see, in characters of text. */
  readonly relieve?: FreeMemory | undefined;
  /** What scans of single files left open, in the main process. */
  readonly flows?: FlowStore | undefined;
  /** Opens what analyzers learned in earlier runs, in the main process; null where nothing is kept. */
  readonly openCache?: (() => Promise<AnalysisCache | null>) | undefined;
  /** Whether this process writes nothing to standard output, so that a native module may. */
  readonly ownsOutput?: boolean;
}

/** May collect garbage; gives something to wait for where it does. */
export type FreeMemory = (characters: number) => Promise<void> | null;

/** Allows nothing and configures nothing. */
export const BARE_HOST: AnalyzerHost = {
  root: '/',
  searchPath: undefined,
  trustsRepository: false,
  mayUseNetwork: false,
  semgrepRules: [],
  projectKind: null,
  advisoryDatabase: null,
  checksAdvisories: false,
  ownRules: null,
};

export type Scan = Analyzer['scan'];

/** Names of source languages, or all there are. */
export type SourceLanguages = readonly string[] | 'every';

interface Declared {
  /** Also the name of its folder. */
  readonly name: string;
  /** The kinds of files it reads, in the words of docs/analyzers.md. */
  readonly reads: string;
  /** Reviewers it finds for, each with the source languages it knows. Files that are no source need no entry. */
  readonly reviewers: Readonly<Record<string, SourceLanguages>>;
  /** Whether a source file counts as reviewed when no other analyzer has looked at it. */
  readonly vouches: boolean;
  /** Which files it takes for one of its reviewers; those of the languages above where it is left out. */
  accepts?(path: string, language: string | null, reviewer: string, host: AnalyzerHost): boolean;
  /** Why it cannot run, or null where it can. */
  findAbsence?(host: AnalyzerHost): string | null;
}

/** Comes with the product. */
export interface OwnDeclaration extends Declared {
  readonly program: null;
  /** The npm package that it runs, whose version it bears; null: our own code, with the version of the product. */
  readonly package: string | null;
  /** `process`: it judges each file by itself, so any portion of the scope may go to any process of the pool. */
  readonly runsOn: 'process' | 'main';
  /** Whether files that stop it leave the patience with other analyzers as it is, and a few end it for good. */
  readonly isApart?: boolean;
  /** Whether it is given the source maps that comments of a file hold: they are no code, but may hold secrets. */
  readonly readsSourceMaps?: boolean;
  /** Whether it puts together what others left open, and is asked last. */
  readonly joins?: boolean;
  /** Throws ReviewError where the user configured something that cannot work, before anything runs. */
  checkSettings?(host: AnalyzerHost): Promise<void>;
  /** What `doctor` says of it where its version says too little. */
  describe?(host: AnalyzerHost): string;
  /** Called with the first scan. */
  load(host: AnalyzerHost): Promise<Scan>;
}

export interface Contact {
  /** Null where the program decides. */
  readonly host: string | null;
  /** What is sent, in words. */
  readonly gets: string;
}

/** Runs a program of somebody else, where it is installed. */
export interface ExternalDeclaration extends Declared {
  /** Its name on the search path. */
  readonly program: string;
  readonly runsOn: 'main';
  /** What of its output is not used, in the words of docs/analyzers.md. */
  readonly leavesOut: string;
  /** What makes it print its version. */
  readonly versionArgs: readonly string[];
  /** Who knows its version where it does not say itself. */
  readonly versionFrom?: VersionSource;
  /** Another program without which it cannot work. */
  readonly needs?: string;
  readonly timeoutMs: number;
  /** Where it sends what, with these settings; absent where nowhere. */
  readonly contacts?: (host: AnalyzerHost) => readonly Contact[];
  load(host: AnalyzerHost): Promise<ToolScan>;
}

export type AnalyzerDeclaration = OwnDeclaration | ExternalDeclaration;

/** An analyzer as declared, which may not be there. */
export interface OpenAnalyzer extends Analyzer {
  /** Why it cannot run, or null where it can. Known before anything is run. */
  readonly absence: string | null;
  /** Learns its version, once; null where it is not there or was stopped. */
  probeVersion(signal: AbortSignal): Promise<string | null>;
}

/** Null stands for a file whose language nobody knows. */
export const knowsLanguage = (languages: SourceLanguages, language: string | null): boolean =>
  languages === 'every' ? isSourceLanguage(language) : language !== null && languages.includes(language);

/** Which files the analyzer takes for a reviewer. */
export const acceptFor =
  (declaration: AnalyzerDeclaration, host: AnalyzerHost): Analyzer['accepts'] =>
  (path, language, reviewer) => {
    const languages = declaration.reviewers[reviewer];
    if (languages === undefined) return false;
    return declaration.accepts?.(path, language, reviewer, host) ?? knowsLanguage(languages, language);
  };

/** Whether it takes the file for one of its reviewers. */
export const isAccepted = (
  { reviewers }: AnalyzerDeclaration,
  accepts: Analyzer['accepts'],
  { path, language }: Pick<SourceFile, 'path' | 'language'>,
): boolean => Object.keys(reviewers).some((reviewer) => accepts(path, language, reviewer));
