/**
 * Finds nginx `location` blocks without a trailing slash over an `alias` with one, through which `/name../` leaves the folder (path
 * traversal), and returns a RuleMatch each. Called by configuration.ts for nginx files.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import type { RuleMatch } from './rule-match.ts';

const LOCATION = /^\s*location\s+(?:\^~\s+)?(\/[\w./-]*[\w.-])\s*\{/u;
const NEXT_LINES = 12;

export function detectAliases({ lines }: TextDocument): readonly RuleMatch[] {
  return lines.flatMap((text, index): readonly RuleMatch[] => {
    const location = LOCATION.exec(text.slice(0, 500))?.[1];
    if (location === undefined) return [];
    const block = lines.slice(index, index + NEXT_LINES).join('\n');
    const body = block.slice(0, block.indexOf('}') < 0 ? undefined : block.indexOf('}'));
    return /\balias\s+[^;\s]+\/\s*;/u.test(body)
      ? [{ rule: 'nginx-alias-traversal', line: index + 1, what: location }]
      : [];
  });
}
