/**
 * Tells whether JSON is nested deeper than a limit, byte by byte (createDepthMeter) or of a whole text, before a recursive parser
 * gets it. Called by models/answer-guard.ts, models/reply-collector.ts and other readers of servers' answers.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

export interface DepthMeter {
  /** False as soon as the text is nested deeper than allowed. */
  take(byte: number): boolean;
  /** A new document begins. */
  reset(): void;
}

/** A string of JSON has no line break in it, so a quote that is never closed hides at most its line. */
export function createDepthMeter(maxDepth: number): DepthMeter {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  return {
    take(byte) {
      if (isInString) {
        if (byte === NEWLINE || byte === RETURN || (byte === QUOTE && !isEscaped)) isInString = false;
        isEscaped = isInString && byte === BACKSLASH && !isEscaped;
        return true;
      }
      if (byte === QUOTE) isInString = true;
      // [ and {, ] and }: the two of a pair differ in one bit.
      else if ((byte | 0x20) === 0x7b) depth += 1;
      else if ((byte | 0x20) === 0x7d) depth = Math.max(0, depth - 1);
      return depth <= maxDepth;
    },
    reset() {
      depth = 0;
      isInString = false;
      isEscaped = false;
    },
  };
}

export function isDeeperThan(text: string, maxDepth: number): boolean {
  const meter = createDepthMeter(maxDepth);
  for (let at = 0; at < text.length; at += 1) if (!meter.take(text.charCodeAt(at))) return true;
  return false;
}
