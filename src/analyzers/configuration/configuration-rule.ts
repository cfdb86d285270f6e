/**
 * Defines the schema of a row in rules/configuration/ (texts, CWE, severity, and optional patterns for lines, shell commands or Terraform
 * settings) and extracts the paths that its line rules are for. Run when rules are compiled (rule-tables/tables.ts); the other files here
 * take only its types.
 */
import { z } from 'zod';
import { DIMENSIONS } from '../../protocol/findings/dimension.ts';
import { expression, hasCategory, ruleId, ruleText } from '../rule-tables/rule-text.ts';

export const configurationRule = z
  .strictObject({
    id: ruleId,
    ...ruleText,
    dimension: z.enum(DIMENSIONS),
    /** Stands for `{what}` where the rule is explained in general. */
    noun: z.string().min(1).optional(),
    /** Of a rule that is a pattern on single lines of settings files. A rule that says nothing of where is sighted by a check in code. */
    line: z
      .strictObject({
        /** Paths it is for. */
        files: expression(),
        /** Paths that are left alone, such as settings for development. */
        except: expression().optional(),
        /** The file must hold this too. */
        requires: expression().optional(),
        /** A file that holds this is left alone. */
        unless: expression().optional(),
        /** On a line; the first group, if any, is what was sighted. */
        pattern: expression(),
      })
      .optional(),
    /** Of a rule that is a pattern in shell commands of build files. */
    command: expression().optional(),
    /** Single settings of Terraform resources that the rule is about. */
    terraform: z
      .array(
        z.strictObject({
          kind: expression(),
          /** Nested blocks on the way to the attribute. */
          within: z.array(z.string()).default([]),
          attribute: z.string(),
          value: expression(),
        }),
      )
      .default([]),
  })
  .refine(({ category }) => hasCategory('security-reviewer', category), 'the reviewer has no such category');

export type ConfigurationRule = Readonly<z.output<typeof configurationRule>>;

/** Which files the rules on lines are for: all that is needed to choose the files of the analyzer. */
export function listSettingsPaths(rules: readonly ConfigurationRule[]): readonly SettingsPaths[] {
  const paths = rules.flatMap(({ line }): readonly SettingsPaths[] =>
    line ? [{ files: line.files, ...(line.except ? { except: line.except } : {}) }] : [],
  );
  return [...new Map(paths.map((each) => [`${each.files} ${each.except}`, each])).values()];
}

export interface SettingsPaths {
  readonly files: RegExp;
  readonly except?: RegExp;
}
