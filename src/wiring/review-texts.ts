/**
 * Reviews single files with other texts than those on the disk, through the same engine and settings as `review PATH`, and returns
 * report documents: for what an editor shows (editor-project.ts), and what a repair would make of a file (write-repairs.ts). Nothing
 * is written; no model is asked.
 */
import type { Repository, Snapshot } from '../ports/repository.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { EMBEDDED } from '../protocol/reviewers/reviewer-models.ts';
import { askOneModel } from './conduct.ts';
import type { Environment } from './config.ts';
import { createEmbeddedReviewers } from './embedded-reviewers.ts';
import { openPlaybook } from './playbooks.ts';
import type { Settings } from './settings.ts';

export interface TextReviews {
  /** `path` is relative to the root, with `/`. Throws ReviewError for a path that is not there. */
  review(path: string, signal: AbortSignal): Promise<ReportDocument>;
  /** Files were added or removed on the disk. */
  forgetPaths(): void;
}

export interface TextReviewParts {
  readonly settings: Settings;
  readonly environment: Environment;
  /** Names of analyzers that are not asked. */
  readonly without: readonly string[];
  /** The text that stands for a path of the root; null for the one on the disk. */
  readText(path: string): string | null;
}

export async function openTextReviews(parts: TextReviewParts): Promise<TextReviews> {
  const { environment, without, readText } = parts;
  const { repository } = parts.settings;
  let paths: Promise<ReadonlySet<string>> | null = null;
  const shown: typeof repository = Object.assign(Object.create(repository) as typeof repository, {
    open: async (...given: Parameters<Repository['open']>) => {
      const snapshot = await repository.open(...given);
      paths ??= snapshot.paths();
      return withTexts(snapshot, given[1].maxFileBytes, readText, paths);
    },
  });
  const { config } = parts.settings;
  const settings = askOneModel({ ...parts.settings, repository: shown, config: { ...config, model: EMBEDDED } });
  const embedded = await createEmbeddedReviewers(settings, { without });
  return {
    forgetPaths() {
      paths = null;
    },
    async review(path, signal) {
      const selection = { kind: 'paths', patterns: [path] } as const;
      const playbook = await openPlaybook('review', { settings, selection, flags: {} });
      return playbook.run({
        environment,
        store: null,
        recording: null,
        emit: () => undefined,
        shared: { embedded },
        signal,
        confirmPlan: async () => true,
      });
    },
  };
}

/** The snapshot with other texts in place of those on the disk. */
export function withTexts(
  snapshot: Snapshot,
  maxFileBytes: number,
  readText: TextReviewParts['readText'],
  paths: Promise<ReadonlySet<string>> = snapshot.paths(),
): Snapshot {
  return {
    ...snapshot,
    async read(path) {
      const text = readText(path);
      if (text === null) return snapshot.read(path);
      const bytes = Buffer.byteLength(text);
      return bytes > maxFileBytes ? { kind: 'unusable', reason: 'too-large' } : { kind: 'text', text, bytes };
    },
    paths: () => paths,
    identity: (path) => (readText(path) === null ? (snapshot.identity?.(path) ?? null) : null),
  };
}
