/** What is kept of a text, whatever file it was found in. */
import type { IgnoreReason } from '../../protocol/report/report-document.ts';

/** `reason` says why the text is not one to review, in which case the numbers are 0. */
export interface Measure {
  readonly reason: IgnoreReason | null;
  readonly tokens: number;
  readonly loc: number;
  readonly lines: number;
}

export interface KnownContent extends Measure {
  readonly contentId: number;
}
