/** What a run is told before it starts: configuration, ignore file and custom reviewers, from where they may be trusted. */
import { readFile } from 'node:fs/promises';
import { ReviewError } from '../errors.ts';
import type { Repository, ScopeRules, Selection, SettingsFile } from '../ports/repository.ts';
import { CONFIG_FILE_NAME, HOST_KEYS, MODEL_KEYS } from '../protocol/config/config-schema.ts';
import type { ReviewerProfile } from '../protocol/reviewers/reviewer.ts';
import { asksModels, mayRepositoryName } from '../protocol/reviewers/reviewer-models.ts';
import { BUILT_IN_REVIEWERS, findReviewer } from '../protocol/reviewers/reviewer-roster.ts';
import { createRepository } from '../repository/repository.ts';
import { type Config, type ConfigFile, type Environment, parseConfigFile, resolveConfig } from './config.ts';

const IGNORE_FILE_NAME = '.consensus-reviewignore';
const REVIEWERS_FOLDER = '.consensus-review/reviewers';

export interface Settings {
  readonly repository: Repository & AsyncDisposable;
  readonly config: Config;
  /** Where the configuration was found; null where there is none. */
  readonly configPath: string | null;
  readonly customReviewers: readonly ReviewerProfile[];
  /** The built-in and the custom ones, with the rights and budgets of the configuration. */
  readonly roster: readonly ReviewerProfile[];
  readonly rules: ScopeRules;
  /** Folders to look for external programs in; undefined where the caller named none. */
  readonly searchPath: string | undefined;
  /** Whether the reviewed repository may set what its reviewer's machine does (`--trust-repository`). */
  readonly trustsRepository: boolean;
  /** What the user should know about the settings themselves. */
  readonly warnings: readonly string[];
}

export interface SettingsRequest {
  readonly root: string;
  readonly selection: Selection;
  /** A configuration named by the user instead of the one that is found; an absolute path. */
  readonly configPath: string | null;
  readonly environment: Environment;
  /** Values by the camelCase name of their flag; they win over file and environment. */
  readonly flags: Readonly<Record<string, unknown>>;
}

export async function loadSettings({
  root,
  selection,
  configPath,
  environment,
  flags,
}: SettingsRequest): Promise<Settings> {
  const repository = await createRepository(
    environment.PATH === undefined ? { root } : { root, searchPath: environment.PATH },
  );
  try {
    const file = configPath === null ? await findConfig(repository, selection) : await readConfig(configPath);
    const trustsRepository = flags.trustRepository === true;
    const isForeign = configPath === null && !trustsRepository;
    const { values, warnings } = guardHost(file && parseConfigFile(file.text, file.path), isForeign);
    const resolved = resolveConfig({ file: values, env: environment, flags });
    const ignore = await repository.readSettings(IGNORE_FILE_NAME, selection);
    const custom = await readCustomReviewers(repository, selection);
    const { reviewers: customReviewers, warnings: ownModels } = trustsRepository
      ? { reviewers: custom, warnings: [] }
      : guardReviewers(custom, resolved);
    const named = [...BUILT_IN_REVIEWERS, ...customReviewers];
    const config = { ...resolved, reviewerModels: nameInFull(resolved.reviewerModels, named) };
    return {
      repository,
      config,
      configPath: file?.path ?? null,
      customReviewers,
      roster: applyConfig(named, config),
      rules: {
        include: config.include,
        exclude: config.exclude,
        ignoreLines: ignore.flatMap(({ text }) => text.split(/\r?\n/u)),
        maxFileBytes: config.maxFileBytes,
      },
      searchPath: environment.PATH,
      trustsRepository,
      warnings: [...warnings, ...ownModels],
    };
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}

/** A file that lies in the reviewed repository does not decide what the user's machine runs, reads or sends. */
function guardHost(
  file: ConfigFile | null,
  isForeign: boolean,
): { readonly values: ConfigFile | null; readonly warnings: readonly string[] } {
  const named = isForeign && file !== null ? listForeign(file) : [];
  if (file === null || named.length === 0) return { values: file, warnings: [] };
  const kept = Object.fromEntries(
    Object.entries(file.values).filter(([key]) => !named.some((name) => name === key)),
  ) as ConfigFile['values'];
  const warning = `⚠️ ${file.path}: ${named.join(', ')} not used, because the file belongs to the reviewed repository`;
  return {
    values: { ...file, values: kept },
    warnings: [`${warning}; name it with --config or pass --trust-repository`],
  };
}

const listForeign = ({ values }: ConfigFile): readonly string[] => [
  ...HOST_KEYS.filter((key) => key in values),
  // Naming a provider's model is what the file is for; a program of the user's machine is not the repository's to start.
  ...MODEL_KEYS.filter((key) => listModels(values[key]).some((model) => !mayRepositoryName(model, true))),
];

const listModels = (value: string | readonly string[] | Readonly<Record<string, string>> = []): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value);

/** The `model` of a custom reviewer comes from the reviewed repository like everything else in its file. */
function guardReviewers(
  reviewers: readonly ReviewerProfile[],
  config: Config,
): { readonly reviewers: readonly ReviewerProfile[]; readonly warnings: readonly string[] } {
  const userAsks = asksModels(config);
  const barred = reviewers.filter(({ model }) => model !== null && !mayRepositoryName(model, userAsks));
  return {
    reviewers: reviewers.map((reviewer) => (barred.includes(reviewer) ? { ...reviewer, model: null } : reviewer)),
    warnings: barred.map(
      ({ name, model }) =>
        `⚠️ ${name}: its model ${model} is not used, because the file belongs to the reviewed repository; name it with --reviewer-model ${name}=${model} or pass --trust-repository`,
    ),
  };
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
  const files = (await repository.readSettings(REVIEWERS_FOLDER, selection)).filter(({ path }) => path.endsWith('.md'));
  if (files.length === 0) return [];
  return (await import('../repository/custom-reviewers.ts')).parseCustomReviewers(files);
}

const findConfig = async (repository: Repository, selection: Selection): Promise<SettingsFile | null> =>
  (await repository.readSettings(CONFIG_FILE_NAME, selection))[0] ?? null;

async function readConfig(path: string): Promise<SettingsFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new ReviewError('unreadable-input', `${path}: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  });
  return { path, text };
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
