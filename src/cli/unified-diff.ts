/**
 * Writes changes of files (path, text before and after) as one unified diff that git applies. Called by commands/fix-command.ts and
 * commands/init-host-command.ts.
 */

export interface ChangedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export async function writeDiff(files: readonly ChangedFile[]): Promise<string> {
  const { createTwoFilesPatch } = await import('diff');
  return files
    .map(({ path, before, after }) =>
      createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, { context: 3 }).replace(
        // Names are quoted there as git quotes them: one with a line break would be a part of the diff.
        /^=+\n(?=--- (?<from>.*)\n\+\+\+ (?<to>.*)\n)/u,
        'diff --git $<from> $<to>\n',
      ),
    )
    .join('');
}
