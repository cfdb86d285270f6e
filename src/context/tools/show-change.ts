/**
 * Formats the view of a changed file for a reviewer: numbered lines, removed ones between them, an outline of the rest, related code.
 * Called by agent-tools.ts and wiring/agent-tools.ts.
 */
import type { ChangeView } from '../../ports/change-view.ts';
import { CHANGE_VIEW } from '../../prompts/change-view.ts';
import { isShown } from '../change/enclosing-lines.ts';
import { type Found, type ShownLine, say, showLine } from './tool-answer.ts';

const MAX_DECLARATIONS = 60;
const MAX_DECLARATION_CHARS = 120;

export function showChange(view: ChangeView): Found {
  const { path, lines, changed, related } = view;
  return {
    lines: [
      say(CHANGE_VIEW.head(path, lines.length, changed)),
      ...showOwnLines(view),
      ...showOutline(view),
      ...related.flatMap(({ path: other, kind, name, range, lines: text }) => [
        say(CHANGE_VIEW[kind](name, other)),
        ...text.map((line, i) => showLine(other, range.start + i, line, `${range.start + i}\t`)),
      ]),
    ],
    note: null,
  };
}

export const formatView = (view: ChangeView): string =>
  showChange(view)
    .lines.map(({ text }) => text)
    .join('\n');

/** Removed lines stand where they stood; behind the last line where the end was cut off. */
function showOwnLines({ path, lines, changed, shown, removed }: ChangeView): readonly ShownLine[] {
  const told: ShownLine[] = [];
  const tellRemoved = (line: number): void => {
    for (const text of removed.get(line) ?? []) told.push({ ...showLine(path, line, text, '-\t'), place: null });
  };
  let next = 1;
  for (const { start, end } of shown) {
    if (start > next) told.push(say(CHANGE_VIEW.gap(next, start - 1)));
    for (let line = start; line <= end; line += 1) {
      tellRemoved(line);
      told.push(showLine(path, line, lines[line - 1] ?? '', `${isShown(line, changed) ? '+' : ''}${line}\t`));
    }
    next = end + 1;
  }
  if (next > lines.length) tellRemoved(lines.length + 1);
  else told.push(say(CHANGE_VIEW.gap(next, lines.length)));
  return told;
}

function showOutline({ lines, outline }: ChangeView): readonly ShownLine[] {
  if (outline.length === 0) return [];
  const listed = outline.slice(0, MAX_DECLARATIONS);
  const more = outline.length - listed.length;
  return [
    say(CHANGE_VIEW.outline),
    ...listed.map((line) =>
      say(`${line}\t${(lines[line - 1] ?? '').trim().slice(0, MAX_DECLARATION_CHARS).toWellFormed()}`),
    ),
    ...(more > 0 ? [say(CHANGE_VIEW.moreDeclared(more))] : []),
  ];
}
