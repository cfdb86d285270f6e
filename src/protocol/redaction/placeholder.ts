/**
 * Formats and recognizes what replaces a secret in a text, `[redacted:github-token:1]`: its kind and a number that is the same
 * for the same secret within a run. Texts are compared without the numbers (engine/accept-claim.ts); engine/redact-report.ts
 * renumbers them.
 */

const PLACEHOLDER = /\[redacted:(?<kind>[a-z0-9-]{1,40})(?::\d{1,9})?\]/gu;

export const formatPlaceholder = (kind: string, number: number): string => `[redacted:${kind}:${number}]`;

export const hasPlaceholder = (text: string): boolean => text.includes('[redacted:');

/** Each once. */
export const listPlaceholders = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(PLACEHOLDER)].map(([placeholder]) => placeholder));

/** The same text whatever the numbers were. */
export const dropNumbers = (text: string): string =>
  hasPlaceholder(text) ? text.replace(PLACEHOLDER, '[redacted:$<kind>]') : text;

/** Gives the placeholders of a document new numbers, in the order in which they are met: the same document, the same numbers. */
export function createRenumbering(): (text: string) => string {
  const numbers = new Map<string, number>();
  return (text) =>
    hasPlaceholder(text)
      ? text.replace(PLACEHOLDER, (placeholder, kind: string) => {
          if (!numbers.has(placeholder)) numbers.set(placeholder, numbers.size + 1);
          return formatPlaceholder(kind, numbers.get(placeholder) ?? 0);
        })
      : text;
}
