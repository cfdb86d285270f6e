/**
 * Reads from a provider's error how many milliseconds to wait before the next call: `retry-after` headers in seconds,
 * milliseconds or as a date, else words of the body (`try again in 1.5s`); null where nothing is said. Called by
 * models/read-problem.ts.
 */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const IMF_OR_RFC850 = /(\d{1,2})[ -]([a-z]{3})[ -](\d{4}|\d{2})\s+(\d{2}):(\d{2}):(\d{2})/iu;
const ASCTIME = /([a-z]{3})\s+(\d{1,2})\s+(\d{2}):(\d{2}):(\d{2})\s+(\d{4})/iu;

/** Days since 1970-01-01 of a date of the proleptic Gregorian calendar; the year is counted from March. */
function countDays(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Milliseconds since the epoch of an HTTP date in any of its three forms; null for anything else. */
export function parseHttpDate(text: string): number | null {
  const found = IMF_OR_RFC850.exec(text);
  const old = found === null ? ASCTIME.exec(text) : null;
  const [day, month, year, hour, minute, second] =
    found !== null ? found.slice(1) : old !== null ? [old[2], old[1], old[6], old[3], old[4], old[5]] : [];
  if (day === undefined || month === undefined || year === undefined) return null;
  const monthNumber = MONTHS.indexOf(month.toLowerCase()) + 1;
  if (monthNumber === 0 || Number(day) < 1 || Number(day) > 31 || Number(hour) > 23) return null;
  const fullYear = year.length === 2 ? Number(year) + (Number(year) < 70 ? 2000 : 1900) : Number(year);
  const days = countDays(fullYear, monthNumber, Number(day));
  return (days * 86_400 + Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 1000;
}

const SECONDS = /^\d{1,9}(?:\.\d{1,9})?$/u;

/** `headers` have lower-case names. A date is measured against the sender's own `date`, so clocks need not agree. */
export function readRetryAfter(headers: Readonly<Record<string, string | undefined>>, nowMs: number): number | null {
  const milliseconds = headers['retry-after-ms']?.trim() ?? '';
  if (SECONDS.test(milliseconds)) return Math.ceil(Number(milliseconds));
  const value = headers['retry-after']?.trim() ?? '';
  if (SECONDS.test(value)) return Math.ceil(Number(value) * 1000);
  const date = parseHttpDate(value);
  if (date === null) return null;
  const sent = parseHttpDate(headers.date ?? '') ?? nowMs;
  return Math.max(0, date - sent);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** The wait named in an error's text, for providers that send no header: `"retryDelay": "34s"`, `try again in 1.5s`. */
export function readRetryHint(text: string): number | null {
  const found = /(?:"retryDelay"\s*:\s*"|try again in )(\d{1,9}(?:\.\d{1,9})?)\s?(ms|s|m)\b/iu.exec(text);
  const unit = UNITS[found?.[2]?.toLowerCase() ?? ''];
  return found === null || unit === undefined ? null : Math.ceil(Number(found[1]) * unit);
}
