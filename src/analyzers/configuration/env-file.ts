/**
 * Says by its name whether a file is a .env file with real values (not .env.example and the like), and returns one RuleMatch at its first
 * line that holds a secret, defaults and stand-ins excepted. Used by configuration.ts and configuration-files.ts.
 */
import { fileNameOf } from '../../protocol/source/paths.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import type { RuleMatch } from './rule-match.ts';

const STAND_IN = /(?:^|\.)(?:example|sample|template|dist|defaults?|test|testing|ci|schema|local\.example)(?:\.|$)/iu;

export const isEnvFile = (path: string): boolean => {
  const name = fileNameOf(path);
  return /^\.env(?:\.[\w.-]+)?$/u.test(name) && !STAND_IN.test(name.slice(4));
};

const SECRET =
  /^\s*(?:export\s+)?(?<name>\w*(?:PASSWORD|PASSWD|SECRET|SECRET_KEY|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY))\s*=\s*["']?(?<value>[^"'\s#]{6,})/iu;
const DEFAULT =
  /^(?:password|passw0rd|secret|postgres|mysql|rootroot|admin\d*|root\w*|dev\w*|test\w*|local\w*|guest|change[\w-]*|your[\w-]*|my[-_][\w-]+|example[\w-]*|replace[\w-]*|insert[\w-]*|placeholder[\w-]*|todo|none|null|undefined|x{3,}|\*{3,}|\.{3,}|<.*|\$.*|%.*|\{.*|ENC\[.*|encrypted:.*|op:\/\/.*|vault:.*|arn:.*|base64:)$/iu;

/** Names that browsers get to see anyway are public. */
const PUBLIC =
  /^(?:NEXT_PUBLIC|VITE|REACT_APP|PUBLIC|EXPO_PUBLIC|NUXT_PUBLIC|GATSBY|STORYBOOK)_|PUBLIC|PUBLISHABLE|ANON/iu;

/** One sighting for the file, at its first secret. */
export function detectEnvFile({ lines }: TextDocument): readonly RuleMatch[] {
  for (const [index, line] of lines.entries()) {
    const { name = '', value = '' } = SECRET.exec(line.slice(0, 1_000))?.groups ?? {};
    if (name !== '' && !DEFAULT.test(value) && !PUBLIC.test(name))
      return [{ rule: 'env-file-committed', line: index + 1, what: name }];
  }
  return [];
}
