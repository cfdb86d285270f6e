/** Answers the tool `list_files`: paths that can be read, and which of them are to be reviewed. Called by agent-tools.ts. */
import { LIST_ANSWERS, type ToolArguments } from '../../prompts/context-tools.ts';
import type { ReadableFiles } from './readable-files.ts';
import { type Found, say } from './tool-answer.ts';

/** More names than any answer can hold are not even prepared. */
const MAX_NAMES = 8192;

export async function listFiles(
  files: ReadableFiles,
  { path = '', contains = '', offset = 0 }: ToolArguments<'list_files'>,
): Promise<Found> {
  const scope = await files.scope();
  const wanted = contains.toLowerCase();
  const all = (await files.list(path)).filter((name) => name.toLowerCase().includes(wanted));
  const page = all.slice(offset, offset + MAX_NAMES);
  const lines = page.map((name) =>
    say(scope.has(name) ? LIST_ANSWERS.inScope(name, scope.get(name) ?? null) : LIST_ANSWERS.outOfScope(name)),
  );
  const rest = all.length - offset - page.length;
  return {
    lines: [say(LIST_ANSWERS.head(all.length)), ...lines],
    note: rest > 0 ? LIST_ANSWERS.cut(rest, offset + page.length) : null,
    resume: (shown) => LIST_ANSWERS.resume(offset + shown.length - 1),
  };
}
