/**
 * Checks that an output format can show a plan (terminal, markdown, json) and throws a ReviewError for the others, which show
 * findings. Called by report/formats.ts.
 */
import { ReviewError } from '../../errors.ts';
import type { FormatName } from '../config/config-names.ts';

const PLAN_FORMAT_NAMES = ['terminal', 'markdown', 'json'] as const satisfies readonly FormatName[];
export type PlanFormatName = (typeof PLAN_FORMAT_NAMES)[number];

/** Throws ReviewError('bad-value') for a format that only a report has. */
export function requirePlanFormat(name: FormatName): PlanFormatName {
  const found = PLAN_FORMAT_NAMES.find((format) => format === name);
  if (found !== undefined) return found;
  throw new ReviewError('bad-value', `a plan has no format ${name}; it has ${PLAN_FORMAT_NAMES.join(', ')}`, {
    advice: 'Choose one of these with -f.',
  });
}
