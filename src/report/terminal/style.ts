/**
 * Turns the format and tone of a text into ANSI colour codes, or leaves it plain where colours are off. The only file of report/ that
 * writes escape sequences. Used by terminal/screen.ts and terminal/render.ts.
 */
import type { Span } from '../blocks.ts';

export type Paint = (text: string) => string;

/** Codes that switch on and off. */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  inverse: [7, 27],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;
type Color = keyof typeof CODES;

const TONES: Readonly<Record<NonNullable<Span['tone']>, readonly Color[]>> = {
  CRITICAL: ['inverse', 'red', 'bold'],
  HIGH: ['red', 'bold'],
  MEDIUM: ['yellow'],
  LOW: ['cyan'],
  good: ['green'],
  warn: ['yellow'],
  bad: ['red'],
  active: ['cyan'],
  quiet: ['dim'],
};

const FORMATS: Readonly<Record<NonNullable<Span['format']>, readonly Color[]>> = {
  strong: ['bold'],
  place: ['cyan'],
  code: [],
  link: [],
};

export type SpanStyle = Omit<Span, 'text'>;
/** How a span with its own look is painted inside a text with another. */
export type Style = (own: SpanStyle, around?: SpanStyle) => Paint;

const wrapIn = (text: string, color: Color): string => `\u001b[${CODES[color][0]}m${text}\u001b[${CODES[color][1]}m`;

export const createStyle =
  (hasColor: boolean): Style =>
  (own, around = {}) => {
    const tone = own.tone ?? around.tone;
    const formats = [own.format, around.format].flatMap((format) => (format === undefined ? [] : FORMATS[format]));
    const colors = new Set([...(tone === undefined ? [] : TONES[tone]), ...formats]);
    return (text) => (hasColor && text.trim() !== '' ? [...colors].reduce(wrapIn, text) : text);
  };
