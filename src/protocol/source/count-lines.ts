/**
 * Counts the lines of a text and how many of them are not blank; line breaks are `\n`, `\r\n` and `\r`. Called by
 * context/measure-text.ts, context/token-worker.ts and recon/survey-project.ts.
 */

export interface LineCount {
  readonly lines: number;
  /** Lines that are not blank. */
  readonly loc: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const DELETE = 0x7f;

const isBreak = (code: number): boolean => code === LINE_FEED || code === CARRIAGE_RETURN;

/** Whether a character makes its line more than blank; blanks are those of `trim`. */
const isInk = (text: string, at: number, code: number): boolean =>
  code > SPACE && code < DELETE ? true : code !== SPACE && text.charAt(at).trim() !== '';

/** A final line break ends the last line and begins none. */
export function countLines(text: string): LineCount {
  let lines = 0;
  let loc = 0;
  let isInked = false;
  let before = LINE_FEED;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isBreak(code)) {
      isInked ||= isInk(text, at, code);
    } else if (code === CARRIAGE_RETURN || before !== CARRIAGE_RETURN) {
      lines += 1;
      loc += Number(isInked);
      isInked = false;
    }
    before = code;
  }
  return { lines: lines + Number(!isBreak(before)), loc: loc + Number(isInked) };
}
