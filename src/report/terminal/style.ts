/** ANSI colours by hand, or none: the one place of the formats that writes an escape sequence. */

import type { Severity } from '../../protocol/findings/severity.ts';
import type { Verdict } from '../../protocol/report/report-document.ts';

type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly yellow: Paint;
  readonly green: Paint;
  readonly cyan: Paint;
  readonly inverse: Paint;
}

const paintWith =
  (color: boolean, open: number, close: number): Paint =>
  (text) =>
    color && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text;

export const createStyle = (color: boolean): Style => ({
  bold: paintWith(color, 1, 22),
  dim: paintWith(color, 2, 22),
  red: paintWith(color, 31, 39),
  yellow: paintWith(color, 33, 39),
  green: paintWith(color, 32, 39),
  cyan: paintWith(color, 36, 39),
  inverse: paintWith(color, 7, 27),
});

export function paintSeverity(style: Style, severity: Severity, text: string): string {
  if (severity === 'CRITICAL') return style.bold(style.red(style.inverse(text)));
  if (severity === 'HIGH') return style.bold(style.red(text));
  return severity === 'MEDIUM' ? style.yellow(text) : style.cyan(text);
}

export function paintVerdict(style: Style, verdict: Verdict, text: string): string {
  if (verdict === 'VETO') return style.bold(style.red(text));
  return verdict === 'WARN' ? style.bold(style.yellow(text)) : style.bold(style.green(text));
}
