/**
 * Parses ages and sizes as people write them (`30d`, `2w`, `12h`; `200MB`, `1.5 GB`) into milliseconds and bytes, null where the
 * text is none. Called by cli/commands/prune-command.ts (`runs prune`).
 */
import { parseDuration } from './duration.ts';

const DAY_MS = 86_400_000;
const DAYS = /^(\d{1,6})\s*(d|w)$/iu;
const SIZE = /^(\d{1,12}(?:\.\d{1,6})?)\s*([kmg]?)i?b?$/iu;
const UNIT_BYTES: Readonly<Record<string, number>> = { '': 1, k: 1000, m: 1_000_000, g: 1_000_000_000 };

/** Milliseconds; null where the text is no age. */
export function parseAge(text: string): number | null {
  const [, amount, unit] = DAYS.exec(text.trim()) ?? [];
  if (amount === undefined) return parseDuration(text);
  return Number(amount) * (unit?.toLowerCase() === 'w' ? 7 : 1) * DAY_MS;
}

/** Bytes; null where the text is no size. */
export function parseSize(text: string): number | null {
  const [, amount, unit = ''] = SIZE.exec(text.trim()) ?? [];
  return amount === undefined ? null : Math.floor(Number(amount) * (UNIT_BYTES[unit.toLowerCase()] ?? 1));
}
