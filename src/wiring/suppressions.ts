/**
 * Reads the suppressions of a run: of the committed file (of a change, from its base revision), and the user's own dismissals in the
 * state folder, which always count; and makes the policy that the engine applies to findings. Called by review-ports.ts. `dismiss` and
 * `baseline` write both here, and the dashboard (`serve`) its confirmations.
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { OwnRuleSet } from '../analyzers/own-rules/own-rule-set.ts';
import { ReviewError } from '../errors.ts';
import type { Repository, Selection } from '../ports/repository.ts';
import type { FindingPolicy, Suppression } from '../protocol/findings/suppression.ts';
import {
  formatSuppressionFile,
  parseSuppressionFile,
  SUPPRESSIONS_FILE,
  toSuppression,
} from '../protocol/findings/suppression-file.ts';
import type { SuppressionEntry } from '../protocol/findings/suppression-schema.ts';
import { matchesAny } from '../repository/files/scope-filter.ts';
import type { Config } from './config.ts';

/** Throws ReviewError for a file that cannot be read: what it says must not be dropped in silence. */
function parseEntries(text: string, path: string): readonly SuppressionEntry[] {
  const parsed = parseSuppressionFile(text, path);
  if (parsed.kind === 'entries') return parsed.entries;
  throw new ReviewError('bad-config', `${parsed.place}: ${parsed.message}`, {
    advice: `Correct ${path}: every entry needs a fingerprint and a reason. \`consensus-review dismiss\` writes it.`,
  });
}

/** Of the repository, from the base revision for a change. */
async function readFileSuppressions(
  repository: Pick<Repository, 'readSettings'>,
  selection: Selection,
): Promise<readonly Suppression[]> {
  const [file] = await repository.readSettings(SUPPRESSIONS_FILE, selection);
  return file === undefined ? [] : parseEntries(file.text, file.path).map((entry) => toSuppression(entry, file.path));
}

const STATE_FOLDER = 'suppressions';

/** By real path and origin, like the mark of a trusted repository; null where the state folder proves nothing. */
async function stateFileOf(root: string, stateDir: string): Promise<string | null> {
  const { identifyFolder } = await import('./trusted-repositories.ts');
  const identity = await identifyFolder(root, stateDir);
  if (identity === null) return null;
  const key = createHash('sha256')
    .update(JSON.stringify([identity.path, identity.origin]))
    .digest('hex');
  return join(stateDir, STATE_FOLDER, `${key.slice(0, 16)}.json`);
}

async function readStateEntries(path: string | null): Promise<readonly SuppressionEntry[]> {
  if (path === null || !existsSync(path)) return [];
  return parseEntries(await readFile(path, 'utf8'), path);
}

/** Most users have dismissed nothing: then nothing is loaded. */
async function readStateSuppressions(root: string, stateDir: string | null): Promise<readonly Suppression[]> {
  if (stateDir === null || !existsSync(join(stateDir, STATE_FOLDER))) return [];
  const entries = await readStateEntries(await stateFileOf(root, stateDir));
  return entries.map((entry) => toSuppression(entry, 'state folder'));
}

/** Of the file, and of the state folder what the file does not say. */
export async function readSuppressions(
  repository: Pick<Repository, 'readSettings' | 'root'>,
  selection: Selection,
  stateDir: string | null,
): Promise<readonly Suppression[]> {
  const committed = await readFileSuppressions(repository, selection);
  const said = new Set(committed.map(({ fingerprint, until }) => `${fingerprint} ${until}`));
  const own = await readStateSuppressions(repository.root, stateDir);
  return [...committed, ...own.filter(({ fingerprint, until }) => !said.has(`${fingerprint} ${until}`))];
}

/** A folder that is a link of the repository would choose where the file is written. Throws ReviewError. */
function refuseLinkedFolder(path: string): void {
  const folder = dirname(path);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new ReviewError('unwritable-output', `${folder} is a link in the reviewed folder.`, {
      advice: 'Make it a folder, then run the command again.',
    });
}

/**
 * Entries as `update` leaves them, in the committed file and in the state folder; where it hands back what it got, nothing is written.
 * Answers where the file is.
 */
export async function updateSuppressions(
  repository: Pick<Repository, 'readSettings' | 'root'>,
  stateDir: string,
  update: (entries: readonly SuppressionEntry[]) => readonly SuppressionEntry[],
): Promise<string> {
  const [file] = await repository.readSettings(SUPPRESSIONS_FILE, { kind: 'all' });
  const path = resolve(repository.root, file?.path ?? SUPPRESSIONS_FILE);
  const { replaceFile } = await import('../storage/replace-file.ts');
  const state = await stateFileOf(repository.root, stateDir);
  const [committed, own] = [
    file === undefined ? [] : parseEntries(file.text, file.path),
    await readStateEntries(state),
  ];
  const [written, kept] = [update(committed), update(own)];
  if (written !== committed) {
    refuseLinkedFolder(path);
    await mkdir(dirname(path), { recursive: true });
    await replaceFile(path, formatSuppressionFile(written));
  }
  if (state !== null && kept !== own) {
    (await import('../storage/make-folder.ts')).makeFolder(dirname(state));
    await replaceFile(state, formatSuppressionFile(kept));
  }
  return path;
}

/** What was confirmed by hand: that a finding is real. Nothing counts differently for it; the dashboard shows it. */
export interface Confirmation {
  readonly fingerprint: string;
  readonly reason: string;
  readonly by: string | null;
}

const confirmationsBeside = (state: string): string => state.replace(/\.json$/u, '.confirmed.json');

/** Of the state folder; what cannot be read is none. */
export async function readConfirmations(root: string, stateDir: string): Promise<readonly Confirmation[]> {
  const state = await stateFileOf(root, stateDir);
  if (state === null || !existsSync(confirmationsBeside(state))) return [];
  try {
    const rows = JSON.parse(await readFile(confirmationsBeside(state), 'utf8')) as unknown;
    return (Array.isArray(rows) ? (rows as readonly Partial<Confirmation>[]) : []).flatMap(
      ({ fingerprint, reason, by = null }) =>
        typeof fingerprint === 'string' && typeof reason === 'string' ? [{ fingerprint, reason, by }] : [],
    );
  } catch {
    return [];
  }
}

/** Answers false where the state folder does not know the folder. */
export async function writeConfirmation(root: string, stateDir: string, given: Confirmation): Promise<boolean> {
  const state = await stateFileOf(root, stateDir);
  if (state === null) return false;
  const others = (await readConfirmations(root, stateDir)).filter(
    ({ fingerprint }) => fingerprint !== given.fingerprint,
  );
  (await import('../storage/make-folder.ts')).makeFolder(dirname(state));
  const { replaceFile } = await import('../storage/replace-file.ts');
  await replaceFile(confirmationsBeside(state), `${JSON.stringify([...others, given], null, 2)}\n`);
  return true;
}

/** Everything that settings say of findings. */
export function createPolicy({
  config,
  suppressions,
  trustsRepository,
  ownRules,
}: {
  readonly config: Pick<Config, 'suppressions' | 'severityOverrides'>;
  readonly suppressions: readonly Suppression[];
  readonly trustsRepository: boolean;
  readonly ownRules: OwnRuleSet | null;
}): FindingPolicy {
  const { suppressions: rows, severityOverrides: overrides } = config;
  const matchesPath = rows.length + overrides.length === 0 ? () => false : openGlobs();
  return {
    suppressions: [
      ...suppressions,
      ...rows.map(
        ({ rules = [], paths = [], reason, until = null }): Suppression => ({
          kind: 'configuration',
          place: 'configuration',
          fingerprint: null,
          rules,
          paths,
          line: null,
          reason,
          until,
          by: null,
        }),
      ),
    ],
    overrides: overrides.map(({ rules = [], paths = [], severity, reason }) => ({ rules, paths, severity, reason })),
    matchesPath,
    trustsChange: trustsRepository,
    findUnknownRules: async (rules) => (await import('./unknown-rules.ts')).findUnknownRules(rules, ownRules),
  };
}

function openGlobs(): FindingPolicy['matchesPath'] {
  const known = new Map<readonly string[], (path: string) => boolean>();
  return (globs, path) => {
    const test = known.get(globs) ?? matchesAny(globs);
    known.set(globs, test);
    return test(path);
  };
}
