/** A row of `rules/audit/`: how a weakness shows to eyes that know no rule. The schema is loaded when rules are compiled. */
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
