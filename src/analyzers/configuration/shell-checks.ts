/**
 * Matches a piece of shell text with the command patterns of rules/configuration/ and returns at most one RuleMatch per rule. Used for
 * RUN of Dockerfiles, CI scripts and Terraform provisioners (dockerfile-, workflow-, pipeline- and terraform-checks.ts).
 */
import { COMMAND_RULES } from './configuration-rules.ts';
import type { RuleMatch } from './rule-match.ts';

/** Sightings in a piece of shell text; `line` is the line of its first character, `lineOf` tells it for others. */
export function detectShell(text: string, lineOf: (offset: number) => number): readonly RuleMatch[] {
  const shell = text.replace(/(^|\n)\s*#[^\n]*/gu, (comment) => comment.replace(/[^\n]/gu, ' '));
  return COMMAND_RULES.flatMap(({ rule, command }) => {
    const match = command.exec(shell);
    if (!match) return [];
    return [{ rule, line: lineOf(match.index), what: nameOption(match[0]) }];
  });
}

/** The part of a command that is the problem. */
const nameOption = (command: string): string =>
  /(?:--\S+|-[a-zA-Z]*k[a-zA-Z]*|[\w.-]+[ =]["']?(?:false|0|1|true))$/u.exec(command.trim())?.[0] ?? command.trim();
