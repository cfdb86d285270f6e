/**
 * Checks a Dockerfile for a container that runs as root, downloads without a checksum, open image versions, secrets and package lists
 * left in the image, sudo, an open SSH port and no health check; RUN commands go through shell-checks.ts. Returns RuleMatches to
 * configuration.ts.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import { type Instruction, parseDockerfile, readStages, type Stage } from './dockerfile.ts';
import type { RuleMatch } from './rule-match.ts';
import { detectShell } from './shell-checks.ts';

const NO_ROOT_IMAGE =
  /nonroot|non-root|unprivileged|rootless|^cgr\.dev\/|chainguard|bitnami\/|^mcr\.microsoft\.com\/(?:windows|dotnet\/framework)|nanoserver|windowsservercore/iu;
const DROPS_ROOT =
  /\b(?:gosu|su-exec|setpriv|s6-setuidgid|s6-overlay|tini-su|chpst|runuser|setuidgid)\b|^[^\S\n]*su\s+-/mu;

export function checkDockerfile(document: TextDocument): readonly RuleMatch[] {
  const stages = readStages(parseDockerfile(document.lines));
  const last = stages.at(-1);
  if (!last) return [];
  return [
    ...(/(?:^|\/)\.devcontainer\//u.test(document.path) ? [] : detectRoot(last)),
    ...stages.flatMap(detectImage),
    ...stages.flatMap(({ instructions }) => instructions.flatMap((each) => detectInstruction(each, document))),
    ...detectPackageLists(last),
    ...detectHealth(last),
  ];
}

/** The stages a stage goes on from, itself last. */
function lineage(stage: Stage): readonly Stage[] {
  const line = [stage];
  for (let at = stage.parent; at && line.length < 100; at = at.parent) line.unshift(at);
  return line;
}

function detectRoot(last: Stage): readonly RuleMatch[] {
  const stages = lineage(last);
  const instructions = stages.flatMap((stage) => stage.instructions);
  const user = instructions.findLast(({ keyword }) => keyword === 'USER');
  const start = instructions.findLast(({ keyword }) => keyword === 'CMD' || keyword === 'ENTRYPOINT');
  // A tool that is run by hand and ends is not a service that waits for strangers.
  const severity = instructions.some(({ keyword }) => keyword === 'EXPOSE') ? 'MEDIUM' : 'LOW';
  if (user) {
    const isRoot = /^(?:root|0)(?::|\s|$)/u.test(user.argument);
    return isRoot && start ? [{ rule: 'image-runs-as-root', line: user.line, severity }] : [];
  }
  const image = stages[0]?.image ?? '';
  const isSettled = NO_ROOT_IMAGE.test(image) || image.includes('$');
  if (!start || isSettled || instructions.some(({ argument }) => DROPS_ROOT.test(argument))) return [];
  return [{ rule: 'image-runs-as-root', line: start.line, endLine: start.endLine, severity }];
}

/** Images written out are left to the reviewer of dependencies; here those that ARG defaults make. */
function detectImage({ image, written, parent, line }: Stage): readonly RuleMatch[] {
  if (!written.includes('$') || image.includes('$') || parent !== null || image.includes('@')) return [];
  const tag = /:([^/:]+)$/u.exec(image)?.[1];
  if (image === '' || image === 'scratch' || (tag !== undefined && tag !== 'latest')) return [];
  return [{ rule: 'image-version-open', line, what: image }];
}

function detectInstruction(instruction: Instruction, document: TextDocument): readonly RuleMatch[] {
  const { keyword, argument, line } = instruction;
  switch (keyword) {
    case 'RUN':
      return detectRun(instruction, document);
    case 'ADD':
      return detectAdd(instruction);
    case 'ENV':
    case 'ARG':
      return detectSecrets(instruction);
    case 'EXPOSE':
      return /(?:^|\s)22(?:\/tcp)?(?:\s|$)/u.test(argument) ? [{ rule: 'image-exposes-ssh', line, what: '22' }] : [];
    default:
      return [];
  }
}

function detectRun({ argument, words, line, endLine }: Instruction, document: TextDocument): readonly RuleMatch[] {
  const command = words ? words.join(' ') : argument;
  const seen = detectShell(command, () => line).map((match) => ({
    ...match,
    ...findLine(match, document, { line, endLine }),
  }));
  const sudo = /(?:^|&&|;|\|)\s*sudo\s/u.test(command) ? [{ rule: 'image-uses-sudo', line, endLine }] : [];
  return [...seen, ...sudo];
}

const PATTERNS: Readonly<Record<string, RegExp>> = {
  'build-runs-download': /\b(?:curl|wget)\b/u,
  'build-world-writable': /\bchmod\b/u,
};

/** A command over several lines is quoted from the line that says it. */
function findLine(
  { rule }: RuleMatch,
  { lines }: TextDocument,
  { line, endLine }: { readonly line: number; readonly endLine: number },
): { readonly line: number; readonly endLine: number } {
  const pattern = PATTERNS[rule];
  const at = pattern ? lines.slice(line - 1, endLine).findIndex((text) => pattern.test(text)) : -1;
  return at < 0 ? { line, endLine } : { line: line + at, endLine: Math.min(endLine, line + at + 2) };
}

function detectAdd({ argument, words, flags, line, endLine }: Instruction): readonly RuleMatch[] {
  const sources = (words ?? argument.split(/\s+/u)).slice(0, -1);
  const address = sources.find((word) => /^https?:\/\//iu.test(word));
  if (address === undefined || flags.some((flag) => flag.startsWith('checksum='))) return [];
  const isPlain = /^http:/iu.test(address);
  return [{ rule: 'image-adds-download', line, endLine, ...(isPlain ? { severity: 'HIGH' } : {}) }];
}

const SECRET_NAME =
  /(?:^|_)(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|SECRET_KEY|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIALS?)$/iu;

/** Names that promise a secret; a file name or an empty value is none. */
function detectSecrets({ keyword, argument, line, endLine }: Instruction): readonly RuleMatch[] {
  return readPairs(argument)
    .filter(([name]) => SECRET_NAME.test(name) && !/FILE|PATH|URL|PUBLIC/iu.test(name))
    .flatMap(([what, written]): readonly RuleMatch[] => {
      const value = written.replace(/^["']|["']$/gu, '');
      if (value === '') return keyword === 'ARG' ? [{ rule: 'image-keeps-secret', line, endLine, what }] : [];
      if (value.startsWith('/')) return [];
      const rule = value.includes('$') ? 'image-keeps-secret' : 'image-sets-secret';
      return [{ rule, line, endLine, what }];
    });
}

/** `A=1 B="2"`, or the older `A 1`. */
function readPairs(argument: string): readonly (readonly [name: string, value: string])[] {
  const pairs = [...argument.matchAll(/(?:^|\s)(\w+)=("[^"]*"|'[^']*'|\S*)/gu)];
  if (pairs.length > 0) return pairs.map(([, name = '', value = '']) => [name, value] as const);
  const [, name = '', value = ''] = /^(\w+)(?:\s+(\S.*))?$/u.exec(argument) ?? [];
  return [[name, value]];
}

function detectPackageLists({ instructions }: Stage): readonly RuleMatch[] {
  const install = instructions.find(({ keyword, argument, flags }) => {
    if (keyword !== 'RUN' || !/\bapt(?:-get)?\s+(?:-\S+\s+)*install\b/u.test(argument)) return false;
    const isClean =
      /\/var\/lib\/apt\/lists|apt-get\s+(?:dist)?clean/u.test(argument) || flags.some((f) => f.includes('/apt'));
    return !isClean && !/--no-install-recommends|Install-Recommends/u.test(argument);
  });
  return install ? [{ rule: 'image-keeps-package-lists', line: install.line, endLine: install.endLine }] : [];
}

function detectHealth(last: Stage): readonly RuleMatch[] {
  const instructions = lineage(last).flatMap((stage) => stage.instructions);
  const exposed = instructions.find(({ keyword }) => keyword === 'EXPOSE');
  const starts = instructions.some(({ keyword }) => keyword === 'CMD' || keyword === 'ENTRYPOINT');
  const isChecked = instructions.some(({ keyword }) => keyword === 'HEALTHCHECK');
  return exposed && starts && !isChecked ? [{ rule: 'image-without-health-check', line: exposed.line }] : [];
}
