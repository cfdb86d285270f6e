/**
 * Writes a value as JSON, indented or on one line, and escapes characters that JSON allows raw but a terminal obeys or hides
 * (controls, bidi, zero width). Called wherever a command or format prints JSON.
 */

/** DEL and C1 controls, line separators, bidi controls, and text that nobody sees: zero width and tag characters. */
const RAW = /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

const escapeRaw = (json: string): string => json.replace(RAW, escapeUnits);

const escapeUnits = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Two spaces of indentation, a newline at the end. */
export const writeJson = (value: unknown): string => `${escapeRaw(JSON.stringify(value, null, 2))}\n`;

/** One line with its newline. */
export const writeJsonLine = (value: unknown): string => `${escapeRaw(JSON.stringify(value))}\n`;
