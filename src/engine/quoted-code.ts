/**
 * Checks whether code that a validator quotes against a finding stands in the named file at the named line or up to four lines below;
 * spaces are ignored (FACT-08). Called by audit/validation-queue.ts, review/verify-round.ts and wiring/triage-judge.ts.
 */
import type { ValidatorDecision } from '../ports/auditor.ts';
import type { Snapshot } from '../ports/repository.ts';
import { dropNumbers, hasPlaceholder } from '../protocol/redaction/placeholder.ts';
import { saysSomething } from './accept-claim.ts';
import { linesOfText } from './text-lines.ts';

export async function isQuoted(quote: ValidatorDecision['contradiction'], snapshot: Snapshot): Promise<boolean> {
  if (quote === null || !saysSomething(quote.quote)) return false;
  const read = await (hasPlaceholder(quote.quote) ? (snapshot.readRedacted ?? snapshot.read) : snapshot.read)(
    quote.file,
  );
  if (read.kind !== 'text') return false;
  const around = linesOfText(read.text)
    .slice(Math.max(0, quote.line - 1), quote.line + 4)
    .join('\n');
  return flatten(dropNumbers(around)).includes(flatten(dropNumbers(quote.quote)));
}

const flatten = (text: string): string => text.replace(/\s+/gu, ' ').trim();
