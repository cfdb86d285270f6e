/**
 * A folder that is open in an editor: reviews one file of it at a time, with the text that the editor shows, through the same engine
 * and settings as `review PATH`. No model, no network, no programs of others, and no way through several files, which takes seconds.
 */
import { EXTERNAL_ANALYZERS } from '../analyzers/external-list.ts';
import { ANALYZERS } from '../analyzers/list.ts';
import type { OwnRuleSet } from '../analyzers/own-rules/own-rule-set.ts';
import type { Repository, Snapshot } from '../ports/repository.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { askOneModel } from './conduct.ts';
import type { Environment } from './config.ts';
import { createEmbeddedReviewers } from './embedded-reviewers.ts';
import { openPlaybook } from './playbooks.ts';
import { loadSettings } from './settings.ts';

export interface EditorProject extends AsyncDisposable {
  /** The folder by its real path. */
  readonly root: string;
  readonly ownRules: OwnRuleSet | null;
  readonly warnings: readonly string[];
  /** `path` is relative to the root, with `/`. Throws ReviewError for a path that is not there. */
  review(path: string, signal: AbortSignal): Promise<ReportDocument>;
  /** Files were added or removed on the disk. */
  forgetPaths(): void;
}

export interface EditorFolder {
  readonly root: string;
  readonly environment: Environment;
  readonly stateDir: string;
  readonly trustsRepository: boolean;
  /** The text that the editor shows for a path of the root; null where it shows none. */
  readOpen(path: string): string | null;
}

/** What an editor does not wait for. */
const LEFT_OUT: readonly string[] = [
  ...EXTERNAL_ANALYZERS.map(({ name }) => name),
  ...ANALYZERS.flatMap((each) => (each.program === null && each.joins === true ? [each.name] : [])),
];

/** Throws ReviewError for settings that cannot be used. */
export async function openEditorProject(folder: EditorFolder): Promise<EditorProject> {
  const loaded = await loadSettings({
    root: folder.root,
    // Settings as they lie on the disk: what needs trust counts where the folder is trusted.
    selection: { kind: 'all' },
    configPath: null,
    environment: folder.environment,
    flags: { model: 'embedded', ...(folder.trustsRepository ? { trustRepository: true } : {}) },
    stateDir: folder.stateDir,
  });
  const { repository } = loaded;
  let paths: Promise<ReadonlySet<string>> | null = null;
  const shown: typeof repository = Object.assign(Object.create(repository) as typeof repository, {
    open: async (...given: Parameters<Repository['open']>) => {
      const snapshot = await repository.open(...given);
      paths ??= snapshot.paths();
      return showOpen(snapshot, given[1].maxFileBytes, folder.readOpen, paths);
    },
  });
  const settings = askOneModel({ ...loaded, repository: shown });
  const embedded = await createEmbeddedReviewers(settings, { without: LEFT_OUT });
  return {
    root: repository.root,
    ownRules: loaded.ownRules,
    warnings: loaded.warnings,
    forgetPaths() {
      paths = null;
    },
    async review(path, signal) {
      const selection = { kind: 'paths', patterns: [path] } as const;
      const playbook = await openPlaybook('review', { settings, selection, flags: {} });
      return playbook.run({
        environment: folder.environment,
        store: null,
        recording: null,
        emit: () => undefined,
        shared: { embedded },
        signal,
        confirmPlan: async () => true,
      });
    },
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

/** The snapshot with the texts of the editor in place of those on the disk. */
function showOpen(
  snapshot: Snapshot,
  maxFileBytes: number,
  readOpen: EditorFolder['readOpen'],
  paths: Promise<ReadonlySet<string>>,
): Snapshot {
  return {
    ...snapshot,
    async read(path) {
      const text = readOpen(path);
      if (text === null) return snapshot.read(path);
      const bytes = Buffer.byteLength(text);
      return bytes > maxFileBytes ? { kind: 'unusable', reason: 'too-large' } : { kind: 'text', text, bytes };
    },
    paths: () => paths,
    identity: (path) => (readOpen(path) === null ? (snapshot.identity?.(path) ?? null) : null),
  };
}
