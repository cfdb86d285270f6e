/** A rule as it is listed and explained, of whichever analyzer: what it finds, why that matters, how to mend it. */
import type { Severity } from './severity.ts';

export interface RuleEntry {
  readonly id: string;
  readonly analyzer: string;
  /** Empty where it depends on the file. */
  readonly languages: readonly string[];
  readonly reviewer: string;
  readonly category: string;
  readonly severity: Severity;
  readonly cwe: string | null;
  readonly title: string;
  /** Why it matters. */
  readonly message: string;
  readonly fix: string;
  readonly references: readonly string[];
}
