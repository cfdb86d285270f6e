/** Lines of a text, and how many of them are not blank. Line breaks are `\n`, `\r\n` and `\r`. */

export interface LineCount {
  readonly lines: number;
  /** Lines that are not blank. */
  readonly loc: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const DELETE = 0x7f;

/** Blanks are those of `trim`. */
const isBlank = (text: string, at: number): boolean => text.charAt(at).trim() === '';

/** A final line break ends the last line and begins none. */
export function countLines(text: string): LineCount {
  let lines = 0;
  let loc = 0;
  let isInked = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      if (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) at += 1;
      lines += 1;
      loc += isInked ? 1 : 0;
      isInked = false;
    } else if (!isInked && code !== SPACE) {
      isInked = (code > SPACE && code < DELETE) || !isBlank(text, at);
    }
  }
  const last = text.charCodeAt(text.length - 1);
  const isOpen = text !== '' && last !== LINE_FEED && last !== CARRIAGE_RETURN;
  return { lines: lines + (isOpen ? 1 : 0), loc: loc + (isInked ? 1 : 0) };
}
