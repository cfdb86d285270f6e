/**
 * Stores the hashes of all lines added so far in flat arrays (about 24 bytes per line) and finds where the same 12 lines in a row stood
 * before and how long two places stay equal. Used by duplication.ts.
 */

export const WINDOW = 12;
const FACTOR = 0x01000193;
const SEED = 0x811c9dc5;

/** Position of a line among all lines that were added, 0-based. */
export type LineAt = number;

/** Lines of one file; `to` is the position after the last. */
export interface Span {
  readonly from: LineAt;
  readonly to: LineAt;
}

export interface LineWindows {
  /** Adds the lines of the next file; gives the position of the first. */
  add(ids: Int32Array): LineAt;
  /** Where the window beginning here stood first; remembers it if nowhere. Null where it is new. */
  meet(at: LineAt): LineAt | null;
  /** How many lines two spans have in common from their beginnings on; the earlier one does not run into the later. */
  commonLength(earlier: Span, later: Span): number;
  readonly size: number;
}

export function hashText(text: string): number {
  let hash = SEED;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FACTOR);
  return hash;
}

export function createLineWindows(): LineWindows {
  let lines = new Int32Array(1 << 16);
  let size = 0;
  /** Open addressing: position + 1 of a window, 0 where free. */
  let slots = new Int32Array(1 << 16);
  let used = 0;

  const hashWindow = (at: LineAt): number => {
    let hash = SEED;
    for (let i = at; i < at + WINDOW; i += 1) hash = Math.imul(hash ^ (lines[i] ?? 0), FACTOR) ^ (hash >>> 15);
    return hash;
  };
  const isSame = (a: LineAt, b: LineAt): boolean => {
    for (let i = 0; i < WINDOW; i += 1) if (lines[a + i] !== lines[b + i]) return false;
    return true;
  };
  /** The slot of an equal window, or the free one where it belongs. */
  const findSlot = (at: LineAt): number => {
    const mask = slots.length - 1;
    let slot = hashWindow(at) & mask;
    for (let held = slots[slot] ?? 0; held !== 0 && !isSame(held - 1, at); held = slots[slot] ?? 0)
      slot = (slot + 1) & mask;
    return slot;
  };
  const growSlots = (): void => {
    const old = slots;
    slots = new Int32Array(old.length * 2);
    for (const held of old) if (held !== 0) slots[findSlot(held - 1)] = held;
  };

  return {
    add(ids) {
      const from = size;
      if (size + ids.length > lines.length) {
        const more = new Int32Array(Math.max(lines.length * 2, size + ids.length));
        more.set(lines.subarray(0, size));
        lines = more;
      }
      lines.set(ids, size);
      size += ids.length;
      return from;
    },
    meet(at) {
      const slot = findSlot(at);
      const held = slots[slot] ?? 0;
      if (held !== 0) return held - 1;
      slots[slot] = at + 1;
      used += 1;
      if (used * 2 > slots.length) growSlots();
      return null;
    },
    commonLength(earlier, later) {
      const most = Math.min(Math.min(earlier.to, later.from) - earlier.from, later.to - later.from);
      let length = 0;
      while (length < most && lines[earlier.from + length] === lines[later.from + length]) length += 1;
      return length;
    },
    get size() {
      return size;
    },
  };
}
