/**
 * Loads the settings of a run from disk, environment and flags: configuration, ignore file, custom reviewers and rules of the project.
 * Settings of the repository count as far as it is trusted; the others are checked all the same, and named in warnings with what to do
 * (TRUST-01, TRUST-02). Called by conduct.ts, plan-run.ts and commands.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalyzerHost } from '../analyzers/declaration.ts';
import type { OwnRuleSet } from '../analyzers/own-rules/own-rule-set.ts';
import { ReviewError } from '../errors.ts';
import type { FileFacts } from '../ports/file-facts.ts';
import type { Repository, ScopeRules, Selection, SettingsFile } from '../ports/repository.ts';
import { CONFIG_FILE_NAME } from '../protocol/config/config-names.ts';
import type { ConfigKey } from '../protocol/config/config-schema.ts';
import { warnOfVariables } from '../protocol/config/config-text.ts';
import { mayRepositorySet, type Standing, sortByTrust } from '../protocol/config/config-trust.ts';
import type { Suppression } from '../protocol/findings/suppression.ts';
import { SUPPRESSIONS_FILE } from '../protocol/findings/suppression-file.ts';
import { type RequirementText, requirementsReviewer } from '../protocol/reviewers/requirements.ts';
import type { ReviewerProfile } from '../protocol/reviewers/reviewer.ts';
import { asksModels } from '../protocol/reviewers/reviewer-models.ts';
import { BUILT_IN_REVIEWERS, findReviewer } from '../protocol/reviewers/reviewer-roster.ts';
import { isContained, realFolder, relativize } from '../repository/files/contained-path.ts';
import { locateGit } from '../repository/git/locate.ts';
import { createRepository, type DiskRepository } from '../repository/repository.ts';
import { settingName } from '../repository/settings-files.ts';
import { openFileFacts } from '../storage/file-facts.ts';
import { readNamedFile } from '../storage/read-named-file.ts';
import { TRUSTED_FILE } from '../storage/state-dir.ts';
import {
  type Config,
  type ConfigFile,
  type ConfigSources,
  type Environment,
  parseConfigFile,
  resolveConfig,
} from './config.ts';
import { listNoteNames } from './project-notes.ts';
import { RULES_FOLDER, readRuleFiles } from './rule-files.ts';
import { readSuppressions } from './suppressions.ts';
import { readUserConfig } from './user-config.ts';

const IGNORE_FILE_NAME = '.consensus-reviewignore';
const REVIEWERS_FOLDER = '.consensus-review/reviewers';

/** Why settings of the repository that need trust count, or that they do not. */
export type Trust = 'flag' | 'marked' | 'none';

/** Keys of one file of the repository that do not count. */
export interface DisregardedKeys {
  readonly path: string;
  readonly keys: readonly string[];
}

/** Where settings came from, for whoever asks (`config show`). */
export interface SettingsOrigin {
  readonly trust: Trust;
  /** Commit whose settings hold, where a change is reviewed. */
  readonly base: string | null;
  readonly sources: ConfigSources;
  readonly ignoreFiles: readonly string[];
  readonly disregarded: readonly DisregardedKeys[];
  /** Settings that the change brings along and that were not applied. */
  readonly unapplied: readonly string[];
}

export interface Settings {
  readonly repository: Repository & AsyncDisposable;
  readonly config: Config;
  /** Where the configuration was found; null where there is none. */
  readonly configPath: string | null;
  readonly customReviewers: readonly ReviewerProfile[];
  /** The built-in and the custom ones, with the rights and budgets of the configuration. */
  readonly roster: readonly ReviewerProfile[];
  readonly rules: ScopeRules;
  /** Rules of the project that count; null where there are none. */
  readonly ownRules: OwnRuleSet | null;
  /** Of the committed file and of the state folder. */
  readonly suppressions: readonly Suppression[];
  /** Folders to look for external programs in; undefined where the caller named none. */
  readonly searchPath: string | undefined;
  /** Whether comments in the reviewed code may silence analyzers. */
  readonly trustsRepository: boolean;
  /** Where what was learned of files may be kept; left out where nothing is. */
  readonly cachePlace?: { readonly stateDir: string; readonly topLevel: string } | null;
  /** What the user should know about the settings themselves. */
  readonly warnings: readonly string[];
  /** What a linked issue or pull request asks for (`--context`); absent where there is none, or no model to read it. */
  readonly context?: RequirementText;
  /** Places that other tools report, where their alarms are judged. */
  readonly places?: AnalyzerHost['places'];
}

/** As they were loaded from disk, with what is to be said of them. */
export interface LoadedSettings extends Settings {
  readonly origin: SettingsOrigin;
}

export interface SettingsRequest {
  readonly root: string;
  readonly selection: Selection;
  /** A configuration named by the user instead of the one that is found; an absolute path. */
  readonly configPath: string | null;
  readonly environment: Environment;
  /** Values by the camelCase name of their flag; they win over file and environment. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** Where the user's marks are kept; null where there are none. */
  readonly stateDir: string | null;
}

export async function loadSettings(request: SettingsRequest): Promise<LoadedSettings> {
  const { root, environment, flags, stateDir } = request;
  const trustsChange = flags.trustRepository === true;
  const searchPath = environment.PATH === undefined ? {} : { searchPath: environment.PATH };
  const repository = await createRepository({
    root,
    trustsChange,
    indexFile: environment.GIT_INDEX_FILE,
    blobs: await openBlobs(root, stateDir),
    ...searchPath,
  });
  try {
    return await readAll(repository, request);
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}

/** Null where the state folder lies in the repository: it could have written there what it likes. */
async function openBlobs(root: string, stateDir: string | null): Promise<FileFacts | null> {
  if (stateDir === null || isContained(realFolder(await findTopLevel(root)), realFolder(stateDir))) return null;
  return openFileFacts({ stateDir, root: realFolder(root), kind: 'blobs', version: '1' });
}

async function readAll(
  repository: DiskRepository,
  { selection, configPath, environment, flags, stateDir }: SettingsRequest,
): Promise<LoadedSettings> {
  const trust = judgeTrust(flags, await findMark(repository.root, stateDir));
  const found = await findProject(repository, selection, configPath);
  const base = needsBase(found, trust) ? await repository.findBase(selection) : null;
  const standing = judgeStanding(trust, base);
  const project = sortFile(found, standing);
  const topLevel = await findTopLevel(repository.root);
  const user = readUserConfig(environment, topLevel);
  const named = configPath === null ? null : await readConfig(configPath);
  const files = rankFiles({ project: project.file, user: user.file, named, standing });
  const sources = { files, env: environment, flags };
  const resolved = resolveConfig(sources);
  const guarded = found.reviewers.map((reviewer) => guardReviewer(reviewer, standing));
  const customReviewers = guarded.map(({ reviewer }) => reviewer);
  const known = [...BUILT_IN_REVIEWERS, ...customReviewers];
  const config = {
    ...resolved,
    reviewerModels: nameInFull(resolved.reviewerModels, [...known, requirementsReviewer({ requirements: [] })]),
    advisoryDatabase: resolved.advisoryDatabase ?? (await findCopy(stateDir)),
  };
  const rules = await loadRules(found.ownRules, standing, { stateDir, root: repository.root });
  const unapplied = await repository.findUnapplied(listSettings(configPath, config), selection);
  const disregarded = [...project.disregarded, ...guarded.flatMap((each) => each.disregarded)];
  return {
    repository,
    config,
    configPath: configPath ?? found.config?.path ?? null,
    customReviewers,
    roster: applyConfig(known, config),
    rules: {
      include: config.include,
      exclude: config.exclude,
      ignoreLines: found.ignore.flatMap(({ text }) => text.split(/\r?\n/u)),
      maxFileBytes: config.maxFileBytes,
    },
    ownRules: rules.counting,
    suppressions: await readSuppressions(repository, selection, stateDir),
    searchPath: environment.PATH,
    cachePlace: stateDir === null ? null : { stateDir, topLevel },
    trustsRepository: trust === 'flag' || (trust === 'marked' && base === null),
    warnings: [
      ...warnOfVariables(environment),
      ...user.warnings,
      ...warnOfDisregarded(disregarded),
      ...rules.warnings,
      ...(await warnOfMisspelt(config, rules.counting)),
      ...(await warnOfUnapplied(unapplied, () => repository.findBase(selection))),
      ...(await warnOfNamed(repository, selection, configPath)),
    ],
    origin: {
      trust,
      base,
      sources,
      ignoreFiles: found.ignore.map(({ path }) => path),
      disregarded,
      unapplied,
    },
  };
}

/** Rules of a repository that nobody trusts are compiled all the same, so that a broken one is named. */
async function loadRules(
  files: readonly SettingsFile[],
  standing: Standing,
  place: { readonly stateDir: string | null; readonly root: string },
): Promise<{ readonly counting: OwnRuleSet | null; readonly warnings: readonly string[] }> {
  if (files.length === 0) return { counting: null, warnings: [] };
  const { loadOwnRules, warnOfRules } = await import('./own-rules.ts');
  const rules = await loadOwnRules(files, place);
  const counts = standing !== 'untrusted';
  return { counting: counts ? rules : null, warnings: warnOfRules(rules, counts) };
}

/** The copy that `advisories update` made, where nothing else is configured. Without one nothing is loaded. */
async function findCopy(stateDir: string | null): Promise<string | null> {
  if (stateDir === null || !existsSync(join(stateDir, 'advisories'))) return null;
  return (await import('../analyzers/advisories/advisory-copy.ts')).findAdvisoryCopy(stateDir);
}

/** Most users have marked nothing: then nothing is loaded. */
async function findMark(root: string, stateDir: string | null): Promise<boolean> {
  if (stateDir === null || !existsSync(join(stateDir, TRUSTED_FILE))) return false;
  return (await import('./trusted-repositories.ts')).isMarked(root, stateDir);
}

async function findTopLevel(root: string): Promise<string> {
  const located = await locateGit(root);
  return located.kind === 'none' ? root : located.place.topLevel;
}

const judgeTrust = ({ trustRepository }: SettingsRequest['flags'], hasMark: boolean): Trust => {
  if (trustRepository === true) return 'flag';
  return hasMark ? 'marked' : 'none';
};

const judgeStanding = (trust: Trust, base: string | null): Standing => {
  if (trust !== 'none') return 'trusted';
  return base === null ? 'untrusted' : 'base';
};

/** Everything by which a project says how it is reviewed; guidance is for models. */
const listSettings = (configPath: string | null, config: Config): readonly string[] => [
  ...(configPath === null ? [CONFIG_FILE_NAME] : []),
  IGNORE_FILE_NAME,
  REVIEWERS_FOLDER,
  RULES_FOLDER,
  SUPPRESSIONS_FILE,
  ...(asksModels(config) ? listNoteNames(config) : []),
];

/** What does not count is checked all the same. The thresholds count, together with those of the user. */
function checkDisregarded(file: ConfigFile, roster: readonly ReviewerProfile[]): void {
  const { progressive_summarization: _counts, ...values } = file.values;
  const config = resolveConfig({ files: [{ ...file, values }], env: {}, flags: {} });
  nameInFull(config.reviewerModels, roster);
  applyConfig(roster, config);
}

interface FoundProject {
  readonly config: ConfigFile | null;
  readonly ignore: readonly SettingsFile[];
  readonly reviewers: readonly ReviewerProfile[];
  readonly ownRules: readonly SettingsFile[];
}

/** What the reviewed project says. Its configuration is left alone where the user names another. */
async function findProject(
  repository: Repository,
  selection: Selection,
  configPath: string | null,
): Promise<FoundProject> {
  const [file] = configPath === null ? await repository.readSettings(CONFIG_FILE_NAME, selection) : [];
  return {
    config: file === undefined ? null : parseConfigFile(file.text, file.path),
    ignore: await repository.readSettings(IGNORE_FILE_NAME, selection),
    reviewers: await readCustomReviewers(repository, selection),
    ownRules: await readRuleFiles(repository, selection),
  };
}

/** Whether it matters that a change is reviewed: to find out may take a look at every file. */
const needsBase = ({ config, reviewers, ownRules }: FoundProject, trust: Trust): boolean =>
  trust === 'marked' ||
  (trust === 'none' &&
    (ownRules.length > 0 ||
      (Object.keys(config?.values ?? {}) as readonly ConfigKey[]).some((key) => !mayRepositorySet(key, 'untrusted')) ||
      reviewers.some(({ canVeto }) => !canVeto)));

/** A repository that is trusted wins over the user's own file, another one does not; a file that the user names wins over both. */
const rankFiles = ({
  project,
  user,
  named,
  standing,
}: {
  readonly project: ConfigFile | null;
  readonly user: ConfigFile | null;
  readonly named: ConfigFile | null;
  readonly standing: Standing;
}): readonly ConfigFile[] =>
  (standing === 'trusted' ? [user, project, named] : [project, user, named]).filter((file) => file !== null);

function sortFile(
  { config: file, reviewers }: FoundProject,
  standing: Standing,
): { readonly file: ConfigFile | null; readonly disregarded: readonly DisregardedKeys[] } {
  if (file === null) return { file, disregarded: [] };
  const { kept, disregarded } = sortByTrust(file.values, standing);
  if (disregarded.length === 0) return { file, disregarded: [] };
  checkDisregarded(file, [...BUILT_IN_REVIEWERS, ...reviewers]);
  return { file: { ...file, values: kept }, disregarded: [{ path: file.path, keys: disregarded }] };
}

/** The front matter of a custom reviewer comes from the repository like its configuration, and counts as far. */
function guardReviewer(
  reviewer: ReviewerProfile,
  standing: Standing,
): { readonly reviewer: ReviewerProfile; readonly disregarded: readonly DisregardedKeys[] } {
  const model = mayRepositorySet('reviewer_models', standing) ? reviewer.model : null;
  const canVeto = reviewer.canVeto || !mayRepositorySet('veto', standing);
  const keys = [
    ...(model === reviewer.model ? [] : [`model ${reviewer.model}`]),
    ...(canVeto === reviewer.canVeto ? [] : ['can_veto']),
  ];
  return {
    reviewer: { ...reviewer, model, canVeto },
    disregarded: keys.length === 0 ? [] : [{ path: `${REVIEWERS_FOLDER}: ${reviewer.name}`, keys }],
  };
}

const warnOfDisregarded = (disregarded: readonly DisregardedKeys[]): readonly string[] =>
  disregarded.length === 0
    ? []
    : [
        `⚠️ ${disregarded.map(({ path, keys }) => `${path}: ${keys.join(', ')}`).join('; ')} not used, because this repository is not trusted; ` +
          'set them by flag, environment, --config or your own configuration file, pass --trust-repository, or mark the repository as yours: consensus-review trust',
      ];

/** The user named the file, so it holds; but a change that edits it takes part in how it is reviewed. */
async function warnOfNamed(
  repository: DiskRepository,
  selection: Selection,
  configPath: string | null,
): Promise<readonly string[]> {
  const path = configPath === null ? null : relativize(repository.root, configPath);
  if (path === null || (await repository.findUnapplied([path], selection)).length === 0) return [];
  return [`⚠️ ${path}, named with --config, is part of the change and was applied as the change has it`];
}

const SHOWN_DIGITS = 12;

/** Suppressions are told one by one, with what becomes of each (`engine/finding-policy.ts`). */
async function warnOfUnapplied(
  paths: readonly string[],
  findBase: () => Promise<string | null>,
): Promise<readonly string[]> {
  const unapplied = paths.filter((path) => !path.endsWith(SUPPRESSIONS_FILE));
  if (unapplied.length === 0) return [];
  const base = await findBase();
  const reason =
    base === null
      ? 'a change does not decide how it is reviewed'
      : `the settings of ${base.slice(0, SHOWN_DIGITS)} hold, where it begins`;
  return [
    `⚠️ the change brings along ${unapplied.join(', ')}, not applied: ${reason} (--trust-repository applies them)`,
  ];
}

/** Models of single reviewers under their whole names. */
function nameInFull(
  models: Config['reviewerModels'],
  roster: readonly ReviewerProfile[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(models).map(([name, model]) => {
      const found = findReviewer(roster, name);
      if (found !== null) return [found.name, model];
      const known = roster.map((reviewer) => reviewer.name).join(', ');
      throw new ReviewError(
        'unknown-reviewer',
        `reviewer_models: unknown reviewer \`${name}\`; known reviewers: ${known}.`,
      );
    }),
  );
}

/** Most repositories have none, and reading one loads a YAML parser. */
async function readCustomReviewers(repository: Repository, selection: Selection): Promise<readonly ReviewerProfile[]> {
  const found = await repository.readSettings(REVIEWERS_FOLDER, selection);
  const files = found.filter((file) =>
    /^[^/]+\.md$/u.test(settingName(REVIEWERS_FOLDER, file).slice(REVIEWERS_FOLDER.length + 1)),
  );
  if (files.length === 0) return [];
  const fault = files.find((file) => file.fault !== undefined)?.fault;
  if (fault !== undefined) throw new ReviewError('unreadable-input', fault);
  return (await import('../repository/custom-reviewers.ts')).parseCustomReviewers(files);
}

async function readConfig(path: string): Promise<ConfigFile> {
  const text = await readNamedFile(path).catch((error: unknown) => {
    throw new ReviewError('unreadable-input', `${path}: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  });
  return parseConfigFile(text, path);
}

function applyConfig(roster: readonly ReviewerProfile[], config: Config): readonly ReviewerProfile[] {
  const known = new Set(roster.map((reviewer) => reviewer.name));
  for (const [key, names] of [
    ['veto', config.veto],
    ['base_budgets', config.baseBudgets],
  ] as const) {
    const stranger = Object.keys(names).find((name) => !known.has(name));
    if (stranger)
      throw new ReviewError(
        'bad-config',
        `${key}.${stranger}: no reviewer has that name; known are ${[...known].join(', ')}.`,
      );
  }
  return roster.map((reviewer) => ({
    ...reviewer,
    canVeto: config.veto[reviewer.name] ?? reviewer.canVeto,
    baseBudgetTokens: config.baseBudgets[reviewer.name] ?? reviewer.baseBudgetTokens,
  }));
}

/** Most configurations name no rule: then nothing is loaded that knows them. */
async function warnOfMisspelt(config: Config, own: OwnRuleSet | null): Promise<readonly string[]> {
  if (config.suppressions.length + config.severityOverrides.length === 0) return [];
  return (await import('./unknown-rules.ts')).warnOfUnknownRules(config, own);
}
