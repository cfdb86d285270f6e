/** Dockerfiles: who the container runs as, what is taken in from elsewhere, what stays readable in the image. */
import type { TextDocument } from '../source-text/text-document.ts';
import { type Instruction, parseDockerfile, readStages, type Stage } from './dockerfile.ts';
import type { Catalog, Sighting } from './problem.ts';
import { sightShell } from './shell-checks.ts';

export const DOCKERFILE_PROBLEMS = {
  'image-runs-as-root': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-250',
    dimension: 'D8',
    title: 'The container runs as root',
    issue:
      'The last stage ends as root, so a flaw in the program gives full rights in the container and a shorter way out.',
    recommendation: 'Add an account and end with it: `RUN useradd --system app` and `USER app` before `CMD`.',
    confidence: 'medium',
  },
  'image-version-open': {
    severity: 'LOW',
    category: 'supply-chain',
    cwe: 'CWE-1357',
    dimension: 'D10',
    title: 'Base image {what} has no fixed version',
    issue: '`{what}` means another image every time it is published: two builds of the same commit differ.',
    recommendation: 'Name a version, better its digest: `FROM node:24.1-slim@sha256:…`.',
  },
  'image-adds-download': {
    severity: 'LOW',
    category: 'supply-chain',
    cwe: 'CWE-494',
    dimension: 'D10',
    title: 'The image takes in a download without a checksum',
    issue: '`ADD` of an address puts in whatever is served there during the build.',
    recommendation: 'Give the expected content: `ADD --checksum=sha256:… https://…`.',
  },
  'image-keeps-secret': {
    severity: 'LOW',
    category: 'secrets',
    cwe: 'CWE-522',
    dimension: 'D8',
    title: 'The secret {what} stays readable in the image',
    issue:
      'Values of `ARG` and `ENV` are kept in the history and settings of the image: `docker history` shows {what}.',
    recommendation: 'Mount it for the one step that needs it: `RUN --mount=type=secret,id=token …`.',
    confidence: 'medium',
  },
  'image-sets-secret': {
    severity: 'LOW',
    category: 'secrets',
    cwe: 'CWE-798',
    dimension: 'D7',
    title: 'The image comes with a value for {what}',
    issue:
      'Everyone who can pull the image or read this file has the value; those who forget to replace it run with it.',
    recommendation: 'Leave it out and give it at start: `docker run --env-file`, a mounted secret.',
    confidence: 'medium',
  },
  'image-keeps-package-lists': {
    severity: 'LOW',
    category: 'owasp',
    cwe: null,
    dimension: 'D8',
    title: 'apt-get leaves its package lists and extras in the image',
    issue: 'Recommended packages and the lists of this layer make the image larger and widen what has to be patched.',
    recommendation:
      '`RUN apt-get update && apt-get install -y --no-install-recommends PKG && rm -rf /var/lib/apt/lists/*`.',
    confidence: 'low',
  },
  'image-uses-sudo': {
    severity: 'LOW',
    category: 'owasp',
    cwe: 'CWE-250',
    dimension: 'D8',
    title: 'sudo inside an image build',
    issue: 'Build steps choose their account with `USER`; sudo in the image is a way back to root for everybody in it.',
    recommendation: 'Switch the account instead: `USER root`, the step, then `USER app`.',
  },
  'image-without-health-check': {
    severity: 'LOW',
    category: 'owasp',
    cwe: null,
    dimension: 'D8',
    title: 'The service has no health check',
    issue:
      'Without `HEALTHCHECK` a container that hangs counts as running; orchestrators with probes of their own do not need it.',
    recommendation: 'Ask the service itself: `HEALTHCHECK CMD wget -qO- http://localhost:8080/health || exit 1`.',
    confidence: 'low',
  },
  'image-exposes-ssh': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-284',
    dimension: 'D8',
    title: 'The container offers port {what} for remote shells',
    issue: 'A shell service in a container has passwords or keys of its own that nobody rotates.',
    recommendation: 'Remove it and use `docker exec` or `kubectl exec`.',
  },
} as const satisfies Catalog;

const NO_ROOT_IMAGE =
  /nonroot|non-root|unprivileged|rootless|^cgr\.dev\/|chainguard|bitnami\/|^mcr\.microsoft\.com\/(?:windows|dotnet\/framework)|nanoserver|windowsservercore/iu;
const DROPS_ROOT = /\b(?:gosu|su-exec|setpriv|s6-setuidgid|s6-overlay|tini-su|chpst|runuser|setuidgid)\b|^\s*su\s+-/mu;

export function checkDockerfile(document: TextDocument): readonly Sighting[] {
  const stages = readStages(parseDockerfile(document.lines));
  const last = stages.at(-1);
  if (!last) return [];
  return [
    ...(/(?:^|\/)\.devcontainer\//u.test(document.path) ? [] : sightRoot(last)),
    ...stages.flatMap(sightImage),
    ...stages.flatMap(({ instructions }) => instructions.flatMap((each) => sightInstruction(each, document))),
    ...sightPackageLists(last),
    ...sightHealth(last),
  ];
}

/** The stages a stage goes on from, itself last. */
function lineage(stage: Stage): readonly Stage[] {
  const line = [stage];
  for (let at = stage.parent; at && line.length < 100; at = at.parent) line.unshift(at);
  return line;
}

function sightRoot(last: Stage): readonly Sighting[] {
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
function sightImage({ image, written, parent, line }: Stage): readonly Sighting[] {
  if (!written.includes('$') || image.includes('$') || parent !== null || image.includes('@')) return [];
  const tag = /:([^/:]+)$/u.exec(image)?.[1];
  if (image === '' || image === 'scratch' || (tag !== undefined && tag !== 'latest')) return [];
  return [{ rule: 'image-version-open', line, what: image }];
}

function sightInstruction(instruction: Instruction, document: TextDocument): readonly Sighting[] {
  const { keyword, argument, line } = instruction;
  switch (keyword) {
    case 'RUN':
      return sightRun(instruction, document);
    case 'ADD':
      return sightAdd(instruction);
    case 'ENV':
    case 'ARG':
      return sightSecrets(instruction);
    case 'EXPOSE':
      return /(?:^|\s)22(?:\/tcp)?(?:\s|$)/u.test(argument) ? [{ rule: 'image-exposes-ssh', line, what: '22' }] : [];
    default:
      return [];
  }
}

function sightRun({ argument, words, line, endLine }: Instruction, document: TextDocument): readonly Sighting[] {
  const command = words ? words.join(' ') : argument;
  const seen = sightShell(command, () => line).map((sighting) => ({
    ...sighting,
    ...findLine(sighting, document, { line, endLine }),
  }));
  const sudo = /(?:^|&&|;|\|)\s*sudo\s/u.test(command) ? [{ rule: 'image-uses-sudo', line, endLine }] : [];
  return [...seen, ...sudo];
}

const MARKS: Readonly<Record<string, RegExp>> = {
  'build-runs-download': /\b(?:curl|wget)\b/u,
  'build-world-writable': /\bchmod\b/u,
};

/** A command over several lines is quoted from the line that says it. */
function findLine(
  { rule }: Sighting,
  { lines }: TextDocument,
  { line, endLine }: { readonly line: number; readonly endLine: number },
): { readonly line: number; readonly endLine: number } {
  const mark = MARKS[rule];
  const at = mark ? lines.slice(line - 1, endLine).findIndex((text) => mark.test(text)) : -1;
  return at < 0 ? { line, endLine } : { line: line + at, endLine: Math.min(endLine, line + at + 2) };
}

function sightAdd({ argument, words, flags, line, endLine }: Instruction): readonly Sighting[] {
  const sources = (words ?? argument.split(/\s+/u)).slice(0, -1);
  const address = sources.find((word) => /^https?:\/\//iu.test(word));
  if (address === undefined || flags.some((flag) => flag.startsWith('checksum='))) return [];
  const isPlain = /^http:/iu.test(address);
  return [{ rule: 'image-adds-download', line, endLine, ...(isPlain ? { severity: 'HIGH' } : {}) }];
}

const SECRET_NAME =
  /(?:^|_)(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|SECRET_KEY|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIALS?)$/iu;

/** Names that promise a secret; a file name or an empty value is none. */
function sightSecrets({ keyword, argument, line, endLine }: Instruction): readonly Sighting[] {
  return readPairs(argument)
    .filter(([name]) => SECRET_NAME.test(name) && !/FILE|PATH|URL|PUBLIC/iu.test(name))
    .flatMap(([what, written]): readonly Sighting[] => {
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

function sightPackageLists({ instructions }: Stage): readonly Sighting[] {
  const install = instructions.find(({ keyword, argument, flags }) => {
    if (keyword !== 'RUN' || !/\bapt(?:-get)?\s+(?:-\S+\s+)*install\b/u.test(argument)) return false;
    const isClean =
      /\/var\/lib\/apt\/lists|apt-get\s+(?:dist)?clean/u.test(argument) || flags.some((f) => f.includes('/apt'));
    return !isClean && !/--no-install-recommends|Install-Recommends/u.test(argument);
  });
  return install ? [{ rule: 'image-keeps-package-lists', line: install.line, endLine: install.endLine }] : [];
}

function sightHealth(last: Stage): readonly Sighting[] {
  const instructions = lineage(last).flatMap((stage) => stage.instructions);
  const exposed = instructions.find(({ keyword }) => keyword === 'EXPOSE');
  const starts = instructions.some(({ keyword }) => keyword === 'CMD' || keyword === 'ENTRYPOINT');
  const isChecked = instructions.some(({ keyword }) => keyword === 'HEALTHCHECK');
  return exposed && starts && !isChecked ? [{ rule: 'image-without-health-check', line: exposed.line }] : [];
}
