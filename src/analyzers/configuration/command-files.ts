/**
 * Finds unsafe shell commands in files that hold commands line by line: makefiles, task runners, project files of build tools, hooks,
 * units of services; in any YAML only downloads that are run. Called by configuration.ts; configuration-files.ts says which files.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import { isCommandFile } from './configuration-files.ts';
import type { RuleMatch } from './rule-match.ts';
import { detectShell } from './shell-checks.ts';

/** What runs whatever another server delivers: no text but a command looks like that. */
const DOWNLOAD = 'build-runs-download';
const FETCHES = /\b(?:curl|wget)\b/u;

export function detectCommands({ path, language, text, lineAt }: TextDocument): readonly RuleMatch[] {
  const isWhole = isCommandFile(path, language);
  if (!isWhole && (language !== 'yaml' || !FETCHES.test(text))) return [];
  // A continued line is one command; as long as before, so that places stay.
  const joined = text.replace(/\\\r?\n/gu, (end) => ' '.repeat(end.length));
  const found: RuleMatch[] = [];
  let start = 0;
  for (const line of joined.split('\n')) {
    const from = start;
    start += line.length + 1;
    const matches = detectShell(line, (offset) => lineAt(from + offset));
    found.push(...(isWhole ? matches : matches.filter(({ rule }) => rule === DOWNLOAD)));
  }
  return found;
}
