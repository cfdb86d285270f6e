/**
 * Builds the section on what a linked issue or pull request asks for (met, not met, not visible), and its texts line by line for
 * formats that are not built from blocks. Called by review-page.ts, html/html.ts and pull-request/comment-text.ts.
 */
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import {
  code,
  type Item,
  listItems,
  type Page,
  paragraph,
  place,
  quiet,
  section,
  strong,
  type Text,
} from '../blocks.ts';
import { plural } from '../numbers.ts';

type Requirements = NonNullable<ReportDocument['requirements']>;
type Point = Requirements['points'][number];

export const REQUIREMENT_LABELS: Readonly<Record<Point['status'], string>> = {
  met: 'met',
  not_met: 'not met',
  not_visible: 'not visible',
};

const TONES = { met: 'good', not_met: 'bad', not_visible: 'warn' } as const;
const LISTED = 60;

/** `2 met, 1 not met, 3 not visible`. */
export const countRequirements = ({ points }: Requirements): string =>
  (['met', 'not_met', 'not_visible'] as const)
    .map((status) => [points.filter((point) => point.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${REQUIREMENT_LABELS[status]}`)
    .join(', ');

/** `src/a.ts:4`; null where nothing was quoted. */
export const placeOfPoint = ({ file, line }: Point): string | null => (file === null ? null : `${file}:${line ?? 1}`);

/** Why, in the words of the model, and what the host has to say to that. */
export const explainPoint = ({ reason, doubt }: Point): string =>
  [reason, doubt].filter((text) => text !== null && text.trim() !== '').join(' · ');

/** What else is to be said of the list; null where nothing is. */
export function remarkRequirements({ no_requirement, not_asked }: Requirements): string | null {
  const parts = [
    ...(no_requirement === 0
      ? []
      : [`${plural(no_requirement, 'paragraph')} of the text ${no_requirement === 1 ? 'asks' : 'ask'} for nothing`]),
    ...(not_asked === 0
      ? []
      : [`${plural(not_asked, 'point')} at its end ${not_asked === 1 ? 'was' : 'were'} not asked about`]),
  ];
  return parts.length === 0 ? null : `${parts.join('; ')}.`;
}

export function writeRequirements({ requirements }: ReportDocument): Page {
  if (requirements === undefined) return [];
  const counted = countRequirements(requirements);
  return section(
    [`Asked for in ${requirements.source}`, ...(counted === '' ? [] : [`: ${counted}`])],
    [
      ...listItems(requirements.points.map(writePoint), { brief: { most: LISTED, noun: 'points' } }),
      ...[remarkRequirements(requirements) ?? []].flat().flatMap((remark) => paragraph(quiet(remark))),
      ...paragraph(quiet('Answered by a model and compared with the code; it does not decide the verdict.')),
    ],
  );
}

function writePoint(point: Point): Item {
  const at = placeOfPoint(point);
  const why = explainPoint(point);
  const text: Text = [
    strong(REQUIREMENT_LABELS[point.status], TONES[point.status]),
    ` ${point.id} ${point.text}`,
    ...(at === null ? [] : [' ', place(at)]),
    ...(point.evidence === null ? [] : [' ', code(point.evidence.trim().split('\n')[0] ?? '')]),
  ];
  return { text, ...(why === '' ? {} : { list: { kind: 'list', items: [{ text: quiet(why) }] } }) };
}
