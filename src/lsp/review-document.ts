/**
 * Finds root and path of an editor's document (`findPlace`), reviews the text that the editor shows (`reviewDocument`), and returns
 * report and diagnostics, or why there are none. Called by serve-lsp.ts.
 */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver';
import { ReviewError } from '../errors.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { relativize } from '../repository/files/contained-path.ts';
import { locateGit } from '../repository/git/locate.ts';
import { SOURCE, toDiagnostics } from './diagnostics.ts';
import { folderOf } from './document-place.ts';
import type { FindRule } from './hover.ts';
import type { OpenProjects } from './open-projects.ts';

/** The last review of a document. */
export interface Reviewed {
  /** Relative to its root. */
  readonly path: string;
  readonly report: ReportDocument;
  readonly findRule: FindRule;
}

export interface Place {
  readonly root: string;
  readonly path: string;
  readonly real: string;
}

export type Outcome =
  | { readonly kind: 'reviewed'; readonly reviewed: Reviewed; readonly diagnostics: readonly Diagnostic[] }
  /** A file that is not on the disk yet is reviewed when it is saved. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly message: string; readonly diagnostics: readonly Diagnostic[] };

/** Of a document outside of every folder that is open. */
async function findTopLevel(folder: string): Promise<string> {
  const located = await locateGit(folder);
  return located.kind === 'none' ? folder : located.place.topLevel;
}

/** Null where there is no such place on the disk. */
export async function findPlace(file: string, folders: readonly string[], windows: boolean): Promise<Place | null> {
  const parent = await realpath(dirname(file)).catch(() => null);
  if (parent === null) return null;
  const real = join(parent, basename(file));
  const folder = folderOf(file, folders, windows) ?? (await findTopLevel(parent));
  const root = await realpath(folder).catch(() => null);
  const path = root === null ? null : relativize(root, real);
  return root === null || path === null ? null : { root, path, real };
}

/** Never rejects. */
export async function reviewDocument(
  { root, path }: Place,
  text: string,
  projects: OpenProjects,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const { project, findRule } = await projects.open(root);
    const report = await project.review(path, signal);
    const diagnostics = toDiagnostics(report, path, text);
    return { kind: 'reviewed', reviewed: { path, report, findRule }, diagnostics };
  } catch (error) {
    if (error instanceof ReviewError && error.code === 'path-not-found') return { kind: 'absent' };
    // A message may quote a setting.
    const { createRunRedactor } = await import('../wiring/redaction.ts');
    const said = error instanceof ReviewError ? `${error.message} ${error.advice}` : String(error);
    const message = createRunRedactor().redact(said);
    const start = { line: 0, character: 0 };
    const hint = {
      range: { start, end: start },
      severity: 4,
      source: SOURCE,
      message: `Not reviewed: ${message}`,
    } as const;
    return { kind: 'failed', message, diagnostics: [hint] };
  }
}
