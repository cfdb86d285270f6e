/** Takes the secrets out of a text before it leaves: each is replaced by its name. Throws where it cannot look. */
import { findSecretSpans } from './secretlint.ts';

/** Overlapping secrets go as one. */
export async function scrubSecrets(text: string): Promise<string> {
  const spans = (await findSecretSpans(text)).toSorted((a, b) => a.start - b.start || b.end - a.end);
  let scrubbed = '';
  let at = 0;
  for (const { start, end, label } of spans) {
    if (start >= at) scrubbed += `${text.slice(at, start)}[REDACTED: ${label}]`;
    at = Math.max(at, end);
  }
  return scrubbed + text.slice(at);
}
