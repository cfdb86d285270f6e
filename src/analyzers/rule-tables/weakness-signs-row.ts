/**
 * Defines the schema of a row in rules/audit/: patterns of a weakness by CWE, with which an audit looks at a finding a second time
 * without its rule (reviewers/embedded/audit/second-look.ts). Used by tables.ts when rules are compiled.
 */
import { z } from 'zod';
import { expression } from './rule-text.ts';

export const weaknessSigns = z.strictObject({
  cwe: z.string().regex(/^CWE-\d+$/u),
  /** The flaw as it is written, where it lies in one place. */
  written: expression().optional(),
  /** What is written is itself the secret: it is never repeated, not even in part. */
  isSecret: z.boolean().default(false),
  /** Words of a defence against it. */
  defence: expression().optional(),
  /** What a tester would send: it shows the flaw and does no harm. */
  probe: z.string().optional(),
  /** Whether it lets somebody in; a session that lives too long or a cookie that scripts read opens no guard. */
  letsIn: z.boolean().default(false),
});
