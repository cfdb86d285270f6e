/**
 * Reads the notes of a project that reviewers on models are given: files named in the configuration (`context_files`), and REVIEW.md,
 * AGENTS.md, CLAUDE.md and CONTRIBUTING.md; of a change, from its base revision. Called by review-ports.ts, describe-run.ts,
 * shown-notes.ts and team-context.ts.
 */
import { ReviewError } from '../errors.ts';
import type { Repository, Selection, SettingsFile } from '../ports/repository.ts';
import type { Note } from '../protocol/text/shorten-notes.ts';
import { settingName } from '../repository/settings-files.ts';
import type { Config } from './config.ts';

/** Where projects say what they want of a review, what counts most first. */
const NOTES_OF_PROJECTS = ['REVIEW.md', 'AGENTS.md', 'CLAUDE.md', 'CONTRIBUTING.md', '.github/CONTRIBUTING.md'];

/** The files of the configuration stand before the others. */
export const listNoteNames = ({ contextFiles }: Pick<Config, 'contextFiles'>): readonly string[] => [
  ...new Set([...contextFiles, ...NOTES_OF_PROJECTS]),
];

interface NoteFile extends Note {
  readonly name: string;
  /** Why it could not be read; null where it could. */
  readonly fault: string | null;
}

/** A folder stands for the files in it. One that cannot be read stops no review. */
export async function readNoteFiles(
  repository: Pick<Repository, 'readSettings'>,
  selection: Selection,
  config: Pick<Config, 'contextFiles'>,
): Promise<readonly NoteFile[]> {
  const found = await Promise.all(
    listNoteNames(config).map(async (name) => {
      const files = await readNoteFile(repository, selection, name);
      return files.map((file) => ({
        name,
        path: settingName(name, file),
        text: file.text,
        fault: file.fault ?? null,
      }));
    }),
  );
  return found.flat();
}

/** Files of that name; one that cannot be read with its fault. */
export async function readNoteFile(
  repository: Pick<Repository, 'readSettings'>,
  selection: Selection,
  name: string,
): Promise<readonly SettingsFile[]> {
  try {
    return await repository.readSettings(name, selection);
  } catch (error) {
    if (error instanceof ReviewError) return [{ path: name, text: '', fault: error.detail }];
    throw error;
  }
}

/** From the base revision where a change is reviewed: a change does not write its own. The same text under two names counts once. */
export async function readNotes(
  repository: Pick<Repository, 'readSettings'>,
  selection: Selection,
  config: Pick<Config, 'contextFiles'>,
): Promise<readonly Note[]> {
  const files = await readNoteFiles(repository, selection, config);
  const texts = new Set<string>();
  return files.flatMap(({ path, text, fault }) => {
    if (fault !== null || text.trim() === '' || texts.has(text)) return [];
    texts.add(text);
    return [{ path, text }];
  });
}
