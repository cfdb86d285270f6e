/**
 * Parses a duration as people write it (`90s`, `5m`, `1h30m`, `250ms`, or plain seconds) into milliseconds, null where it is
 * none. Called by wiring/config.ts, protocol/config/config-keys.ts and commands of cli/ that take a time.
 */
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h)/gu;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const SECONDS = /^\d+(?:\.\d+)?$/u;

/** Milliseconds, or null where the text is no positive duration. */
export function parseDuration(text: string): number | null {
  const trimmed = text.trim().toLowerCase();
  const written = SECONDS.test(trimmed) ? `${trimmed}s` : trimmed;
  const parts = [...written.matchAll(PART)];
  if (parts.map((part) => part[0]).join('') !== written) return null;
  const total = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0);
  return total > 0 && Number.isFinite(total) ? total : null;
}
