/**
 * Type of a rule of any analyzer as it is listed and explained: id, languages, severity, why it matters, how to fix it. Built by
 * analyzers/rule-catalogue.ts, shown by cli/commands/rules-command.ts and report/pages/rule-page.ts.
 */
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
  /** Folders and names that it leaves alone; absent where there are none. */
  readonly leaves_out?: readonly string[];
}
