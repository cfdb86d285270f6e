/** Days and hours of the depot, always in local time: shifts follow the clock on the wall. */

const DAY_MS = 24 * 60 * 60 * 1000;

export const startOfDay = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate());

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS);

/** Whole days between two moments, by their dates. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS);

export type Shift = 'early' | 'late' | 'night';

/** Early begins at six, late at two in the afternoon, night at ten. */
export function shiftAt(date: Date): Shift {
  const hour = date.getHours();
  if (hour >= 6 && hour < 14) return 'early';
  return hour >= 14 && hour < 22 ? 'late' : 'night';
}

/** `2026-11-15 late`, as the lists on the wall have it. */
export function formatShift(date: Date): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${shiftAt(date)}`;
}
