/** Changes of files as one diff that git applies: of repairs, and of what `init --host` writes. */

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
