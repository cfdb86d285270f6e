/**
 * Writes a table for a terminal as lines: columns as wide as their widest cell; a cell that is too wide is cut, or moves below its
 * row. Called by terminal/render.ts.
 */
import { type Column, plainText, quiet, strong, type Table, type Text } from '../blocks.ts';
import { cutText, measureWidth } from '../plain-text.ts';
import { type Lines, type Screen, toPieces, writeText } from './screen.ts';

const GAP = '  ';
const LEAST_CUT = 12;

type Row = readonly Text[];

const plainCell = ({ style }: Screen, text: Text): string =>
  toPieces(style, text)
    .map((piece) => piece.text)
    .join('');

/** Width of each column; null where the table does not fit although what may be cut is cut. */
function fitColumns(screen: Screen, columns: readonly Column[], rows: readonly Row[], room: number) {
  const widthOf = (text: Text): number => measureWidth(plainCell(screen, text));
  const widths = columns.map(({ title }, at) => Math.max(widthOf(title), ...rows.map((row) => widthOf(row[at] ?? ''))));
  const excess = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - room;
  if (excess <= 0) return widths;
  const at = columns.findIndex(({ cut, isBelow }) => cut !== undefined && !isBelow);
  const left = (widths[at] ?? 0) - excess;
  return left < LEAST_CUT ? null : widths.with(at, left);
}

function writeCell(screen: Screen, text: Text, { align, cut }: Column, width: number): string {
  const pieces = toPieces(screen.style, text);
  const plain = plainCell(screen, text);
  const space = Math.max(0, width - measureWidth(plain));
  const before = align === 'right' ? space : align === 'center' ? Math.floor(space / 2) : 0;
  const painted =
    measureWidth(plain) > width
      ? pieces[0]?.paint(cutText(plain, width, cut))
      : pieces.map((piece) => piece.paint(piece.text)).join('');
  return `${' '.repeat(before)}${painted}${' '.repeat(space - before)}`;
}

export function writeTable(screen: Screen, { columns, rows }: Table, indent: string): Lines {
  const room = screen.width - indent.length;
  const note = columns.at(-1);
  const isWhole = !note?.isBelow || isFitting(screen, columns, rows, room);
  const shown = isWhole ? columns : columns.slice(0, -1);
  const widths = fitColumns(screen, shown, rows, room);
  if (widths === null) return writeText(screen, quiet(TOO_WIDE), { first: indent, rest: indent });
  const write = (row: Row): string =>
    `${indent}${shown.map((column, at) => writeCell(screen, row[at] ?? '', column, widths[at] ?? 0)).join(GAP)}`.trimEnd();
  const below = { first: `${indent}${GAP}`, rest: `${indent}${GAP}` };
  const writeNote = (text: Text): Lines => {
    if (isWhole || plainText(text) === '') return [];
    if (note?.cut === undefined) return writeText(screen, text, below, { tone: 'quiet' });
    return [`${below.first}${writeCell(screen, quiet(plainText(text)), note, room - GAP.length).trimEnd()}`];
  };
  return [
    ...(shown.every(({ title }) => title === '') ? [] : [write(shown.map(({ title }) => strong(title)))]),
    ...rows.flatMap((row) => [write(row), ...writeNote(row.at(-1) ?? '')]),
  ];
}

const TOO_WIDE = 'This table is too wide for the terminal; -f markdown shows it.';

const isFitting = (screen: Screen, columns: readonly Column[], rows: readonly Row[], room: number): boolean =>
  fitColumns(
    screen,
    columns.map(({ title }) => ({ title })),
    rows,
    room,
  ) !== null;
