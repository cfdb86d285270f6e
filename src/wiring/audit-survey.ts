/**
 * Reads the files that reconnaissance of an audit needs and gives them to recon/survey-project.ts: every file in scope, and up to
 * 5,000 source files and manifests of the repository around it (over 500: those of the same project folder only). Returns the survey;
 * files around that were not read are counted in it. Called by audit-ports.ts.
 */

import type { IndexedFile } from '../ports/file-index.ts';
import type { OutlineSource } from '../ports/outline.ts';
import { takeUntil } from '../ports/pause.ts';
import type { Snapshot } from '../ports/repository.ts';
import { detectLanguage, isSourcePath } from '../protocol/source/language.ts';
import { isTestPath } from '../protocol/source/test-path.ts';
import { findProjectFolder } from '../recon/project-folder.ts';
import type { ProjectSymbols } from '../recon/project-symbols.ts';
import type { JoinedRoute } from '../recon/routes/join-routes.ts';
import type { Survey, SurveyFile } from '../recon/survey-project.ts';

/** Source files read around a scope; a change to a larger repository does not wait for all of it. */
const MAX_AROUND = 5_000;

/** Where there are no more than these, all of the root is read. */
const FEW_AROUND = 500;

export interface SurveyReading {
  readonly openOutline: () => Promise<OutlineSource>;
  /** False for what the project's ignore file leaves out. */
  readonly isSelected: (path: string) => boolean;
  /** Once it has fired, no further file is read. */
  readonly signal?: AbortSignal;
}

export async function surveyFiles(
  files: readonly IndexedFile[],
  snapshot: Snapshot,
  { openOutline, isSelected, signal }: SurveyReading,
): Promise<Survey> {
  const [{ surveyProject, isForeign }, { isManifest }, { readProjectDependencies }, calls] = await Promise.all([
    import('../recon/survey-project.ts'),
    import('../recon/sinks.ts'),
    import('../analyzers/packages/project-dependencies.ts'),
    openCalls(),
  ]);
  const [outline, { dependencies }, paths] = await Promise.all([
    openOutline(),
    readProjectDependencies(snapshot),
    snapshot.paths(),
  ]);
  const own = new Set(files.map(({ path }) => path));
  const all = [...paths]
    .filter((path) => !own.has(path) && (isSourcePath(path) || isManifest(path)))
    .filter((path) => !isForeign(path) && !isTestPath(path) && isSelected(path))
    .toSorted();
  // In a large repository other packages are left alone: what mounts and guards a file stands in its own.
  const folder =
    all.length <= FEW_AROUND ? '' : await findProjectFolder([...own], paths, (path) => readText(path, snapshot));
  const around = all.filter((path) => path.startsWith(folder));
  const near = around.slice(0, MAX_AROUND);
  let unread = around.length - near.length;
  let left = files.length + near.length;
  async function* read(): AsyncGenerator<SurveyFile> {
    for await (const { path, language } of takeUntil(files, signal)) {
      const text = await readText(path, snapshot);
      left -= 1;
      if (text !== null) yield calls.look({ path, language, text });
    }
    for await (const path of takeUntil(near, signal)) {
      const text = await readText(path, snapshot);
      left -= 1;
      if (text !== null) yield calls.look({ path, language: detectLanguage(path)?.name ?? null, text, isAround: true });
      else if (isSourcePath(path)) unread += 1;
    }
  }
  return surveyProject(read(), { outline, dependencies, findCalls: calls.find, countUnread: () => unread + left });
}

/** Texts that may hold them; the others are not kept. */
const CALLS = /resolver|graphql|apollo|rocedure|use server/iu;

/** Resolvers of GraphQL, procedures of tRPC and server actions, as the analyzer of access reads them. */
async function openCalls(): Promise<{
  look(file: SurveyFile): SurveyFile;
  readonly find: (symbols: ProjectSymbols) => readonly JoinedRoute[];
}> {
  const [{ findProcedures }, { blankComments }] = await Promise.all([
    import('../analyzers/access/procedures.ts'),
    import('../analyzers/source-text/mask-source.ts'),
  ]);
  const texts = new Map<string, SurveyFile>();
  const codeOf = (path: string): string => {
    const file = texts.get(path);
    return file === undefined ? '' : blankComments(file.text, file.language);
  };
  return {
    look(file) {
      if (!isTestPath(file.path) && CALLS.test(file.text)) texts.set(file.path, file);
      return file;
    },
    find: (symbols) =>
      texts.size === 0 ? [] : findProcedures({ symbols, codeOf, isWhole: true, mentions: () => false }),
  };
}

async function readText(path: string, snapshot: Snapshot): Promise<string | null> {
  const read = await snapshot.read(path);
  return read.kind === 'text' ? read.text : null;
}
