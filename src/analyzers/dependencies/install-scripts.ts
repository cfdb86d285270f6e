/**
 * Observes the scripts of a package.json that `npm install` runs: HIGH for each that downloads and starts code, else one LOW observation
 * that there are any, usual build tools excepted. Called by dependencies.ts. Scripts of dependencies: lock-terms.ts.
 */

import { fileNameOf } from '../../protocol/source/paths.ts';
import { asFields, parseJsonObject } from '../../protocol/text/json-object.ts';
import { lineOfKey } from '../packages/package-manifest.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';

const INSTALL_HOOKS = ['preinstall', 'install', 'postinstall', 'prepare'] as const;
const FETCHES =
  /\b(?:curl|wget)\b[^\n]*(?:\||&&|;)\s*(?:sudo\s+)?(?:bash|sh|zsh|node|python3?|chmod|\.\/)|\bnode\s+-e\b[^\n]*\bhttps?:/u;
/** Tools whose only business is to run here: they compile, patch or generate from what is already there. */
const USUAL =
  /^(?:npx\s+)?(?:node-gyp(?:-build)?|prebuild-install|node-pre-gyp|husky|lefthook|simple-git-hooks|patch-package|prisma|only-allow|electron-builder|nuxt|ngcc|cross-env \w+=\w+ true|exit 0|true|:|echo|cd)\b[^;&|`$<>]*$/u;
const COMMAND_SHOWN = 120;

interface Hook {
  readonly name: string;
  readonly command: string;
}

export function observeInstallScripts(document: TextDocument): readonly Observation[] {
  if (fileNameOf(document.path) !== 'package.json') return [];
  const scripts = asFields(parseJsonObject(document.text)?.scripts);
  const hooks = INSTALL_HOOKS.flatMap((name): readonly Hook[] => {
    const command = scripts[name];
    return typeof command === 'string' ? [{ name, command: command.slice(0, 2000) }] : [];
  });
  const fetching = hooks.filter(({ command }) => FETCHES.test(command));
  // `prepare` runs where the project itself is built, not where others install the published package.
  const plain = hooks.filter((hook) => hook.name !== 'prepare' && !fetching.includes(hook) && !isUsual(hook.command));
  return [...fetching.map((hook) => describeFetch(document, hook)), ...describePlain(document, plain)];
}

const isUsual = (command: string): boolean =>
  command.split(/&&|\|\||;/u).every((part) => part.trim() === '' || USUAL.test(part.trim()));

const describeFetch = (document: TextDocument, { name }: Hook): Observation => ({
  document,
  line: lineOfKey(document, 'scripts', name),
  rule: 'install-script-downloads',
  severity: 'HIGH',
  category: 'confusion',
  cwe: 'CWE-494',
  dimension: 'D10',
  title: `The ${name} script downloads and runs code`,
  issue: `\`npm install\` runs \`${name}\`, which fetches a program and starts it without checking what arrived.`,
  recommendation:
    'Publish the tool as a package with a checksum in the lock file, or verify the download before it is run.',
  impact: 'Everyone who installs the project, and every build machine, runs that code.',
});

function describePlain(document: TextDocument, hooks: readonly Hook[]): readonly Observation[] {
  const [first] = hooks;
  if (!first) return [];
  const told = hooks.map(({ name, command }) => `\`${name}\` (\`${command.slice(0, COMMAND_SHOWN)}\`)`).join(', ');
  return [
    {
      document,
      line: lineOfKey(document, 'scripts', first.name),
      rule: 'install-script',
      severity: 'LOW',
      category: 'confusion',
      dimension: 'D10',
      title: `Installing runs ${hooks.length === 1 ? `the ${first.name} script` : `${hooks.length} scripts`}`,
      issue: `\`npm install\` runs ${told} with the rights of whoever installs, before anybody has looked at it; such scripts are the usual way of a hijacked release.`,
      recommendation:
        'Do the work at build time and publish the result, or let people start it themselves; if it has to stay, say in the README what it does.',
    },
  ];
}
