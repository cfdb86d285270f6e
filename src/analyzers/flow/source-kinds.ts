/**
 * Names who fills a value (network, command line, file, exported parameter and others) from the source set in which its trace begins,
 * with the highest severity and the sentence for a finding. Never decides whether it is reported (FLOW-03). Used by
 * ast-grep/ast-grep-findings.ts, parameters.ts and project-flow.
 */
import type { ProjectKind } from '../../protocol/config/project-kind.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import type { Trace } from './trace.ts';

export type SourceKind =
  | 'network'
  | 'command-line'
  | 'file'
  | 'environment'
  | 'message'
  | 'agent'
  | 'exported'
  | 'parameter'
  | 'unknown';

const KINDS: Readonly<Record<string, SourceKind>> = {
  http: 'network',
  dom: 'network',
  page: 'network',
  network: 'network',
  remote: 'network',
  response: 'network',
  intent: 'network',
  cli: 'command-line',
  env: 'environment',
  file: 'file',
  message: 'message',
  agent: 'agent',
  model: 'agent',
};

/** Null where the rule is not about somebody's input. */
export function kindOfSource(
  { kind, origin }: Pick<Trace, 'kind' | 'origin'>,
  project: ProjectKind | null,
): SourceKind | null {
  if (kind === 'source') return KINDS[origin ?? ''] ?? null;
  // What nobody in a library fills, its callers do.
  if (kind === 'value') return project === 'library' ? 'exported' : 'unknown';
  return origin !== null && (project === 'library' || project === null) ? 'exported' : 'parameter';
}

export const AT_MOST: Readonly<Partial<Record<SourceKind, Severity>>> = {
  message: 'HIGH',
  'command-line': 'MEDIUM',
  file: 'MEDIUM',
  exported: 'MEDIUM',
  environment: 'LOW',
};

export const SOURCE_WORDS: Readonly<Partial<Record<SourceKind, string>>> = {
  message: 'The value comes from a message: whoever may send one to this queue or channel controls it.',
  'command-line':
    'The value comes from the command line: it does harm where somebody other than the user fills in the arguments, such as a script or a file name.',
  file: 'The value comes from a file: whoever may write that file controls it.',
  environment: 'The value comes from the environment: whoever starts the program controls it.',
  agent: 'A model fills in this value: text that the model has read, such as a page or an issue, can steer it.',
  exported:
    'The value is a parameter of a function that others call: whether an attacker controls it depends on them, and nothing warns them.',
};

/** Whether a rule of these sources asks for what an outsider may fill. */
export const asksForInput = (sources: readonly string[]): boolean => sources.some((name) => KINDS[name] === 'network');

/** Names and descriptions of parameters which say that an outsider fills them. */
const UNTRUSTED_NAME =
  /untrusted|tainted|(?:user|client|remote|external|attacker)_?(?:input|supplied|controlled|provided|data)|unsafe_?input|raw_?input/iu;
const UNTRUSTED_TEXT =
  /\b(?:untrusted|tainted|not trusted|attacker|user[- ](?:input|supplied|controlled|provided)|(?:from|by) (?:the |an? )?(?:user|client|visitor|outside|request|network))\b/iu;

/** Whether the name of a parameter, or what is written about it, says that it is untrusted. */
export const isCalledUntrusted = (name: string, description: string): boolean =>
  UNTRUSTED_NAME.test(name) ||
  description
    .split('\n')
    .some(
      (line) => UNTRUSTED_TEXT.test(line) && new RegExp(`(?<![\\w$])${escapeName(name)}(?![\\w$])`, 'u').test(line),
    );

const escapeName = (name: string): string => name.replace(/[^\w]/gu, '\\$&');
