/** JSON for files and pipes that may end on a screen: what JSON allows raw and a terminal obeys is escaped. */
/** DEL and C1 controls, line separators, bidi controls. */
const RAW = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;
const escapeRaw = (json) => json.replace(RAW, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
/** Two spaces of indentation, a newline at the end. */
export const writeJson = (value) => `${escapeRaw(JSON.stringify(value, null, 2))}\n`;
/** One line with its newline. */
export const writeJsonLine = (value) => `${escapeRaw(JSON.stringify(value))}\n`;
