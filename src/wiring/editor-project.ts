/**
 * Opens a folder for an editor: reviews one file of it at a time, with the text that the editor shows, through the same engine and
 * settings as `review PATH`, and returns a report document each. No model, no network, no external programs, and no data flow across
 * files, which takes seconds. Called by lsp/open-projects.ts.
 */
import { EXTERNAL_ANALYZERS } from '../analyzers/external-list.ts';
import { ANALYZERS } from '../analyzers/list.ts';
import type { OwnRuleSet } from '../analyzers/own-rules/own-rule-set.ts';
import type { Environment } from './config.ts';
import { openTextReviews, type TextReviews } from './review-texts.ts';
import { loadSettings } from './settings.ts';

export interface EditorProject extends TextReviews, AsyncDisposable {
  /** The folder by its real path. */
  readonly root: string;
  readonly ownRules: OwnRuleSet | null;
  readonly warnings: readonly string[];
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
  const { review, forgetPaths } = await openTextReviews({
    settings: loaded,
    environment: folder.environment,
    without: LEFT_OUT,
    readText: folder.readOpen,
  });
  return {
    root: repository.root,
    ownRules: loaded.ownRules,
    warnings: loaded.warnings,
    forgetPaths,
    review,
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}
