/**
 * Keeps the folders of open documents with their settings and rules: opens one with its first document, and again after its settings
 * have changed. Used by serve-lsp.ts and review-document.ts.
 */

import type { EditorFolder, EditorProject } from '../wiring/editor-project.ts';
import { openEditorProject } from '../wiring/editor-project.ts';
import { createFindRule, type FindRule } from './hover.ts';

export interface OpenProject {
  readonly project: EditorProject;
  /** Reads the catalogue of rules with its first call. */
  readonly findRule: FindRule;
}

export interface OpenProjects {
  /** `root` is a real path. Rejects with ReviewError for settings that cannot be used; the next call reads them again. */
  open(root: string): Promise<OpenProject>;
  /** Files were added or removed on the disk. */
  forgetPaths(): void;
  /** Settings are read again from now on. What is under way ends with those it has: `idle` waits for it. */
  forget(idle: () => Promise<void>): void;
  close(): Promise<void>;
}

export type ProjectOptions = Omit<EditorFolder, 'root' | 'readOpen'> & {
  readOpen(root: string, path: string): string | null;
  warn(message: string): void;
};

const ignore = (): void => undefined;

export function createProjects({ readOpen, warn, ...options }: ProjectOptions): OpenProjects {
  const projects = new Map<string, Promise<OpenProject>>();
  const openAnew = async (root: string): Promise<OpenProject> => {
    const project = await openEditorProject({ ...options, root, readOpen: (path) => readOpen(root, path) });
    for (const warning of project.warnings) warn(warning.replace(/^⚠️ /u, ''));
    let rules: FindRule | null = null;
    const findRule: FindRule = (id) => {
      rules ??= createFindRule(project.ownRules);
      return rules(id);
    };
    return { project, findRule };
  };
  return {
    open(root) {
      const known = projects.get(root);
      if (known !== undefined) return known;
      const opening = openAnew(root);
      projects.set(root, opening);
      opening.catch(() => projects.delete(root));
      return opening;
    },
    forgetPaths() {
      for (const opening of projects.values()) void opening.then(({ project }) => project.forgetPaths(), ignore);
    },
    forget(idle) {
      const old = [...projects.values()];
      projects.clear();
      for (const opening of old)
        void opening.then(async ({ project }) => {
          await idle();
          await project[Symbol.asyncDispose]();
        }, ignore);
    },
    async close() {
      for (const opening of projects.values())
        await opening.then(({ project }) => project[Symbol.asyncDispose](), ignore);
    },
  };
}
