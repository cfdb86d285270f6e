/**
 * What packages of a lock file ask of those who install them: licences that bind the whole program, and scripts that run at
 * installation. Told once per manifest, with the packages by name. Judges only what the lock file says itself.
 */

import { parseJsonObject } from '../../protocol/text/json-object.ts';
import type { LockedPackage, LockFile } from '../packages/lock-file.ts';
import type { Manifest } from '../packages/package-manifest.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';

const NAMES_SHOWN = 10;

/** Whoever distributes or serves the program has to give its source away, or may not sell it. */
const BINDING = /^(?:AGPL|GPL|SSPL|BUSL|EUPL|OSL|CC-BY-NC|CPAL|RPL)\b|^(?:AGPL|GPL|SSPL)-/iu;

/** `(MIT OR GPL-3.0)` leaves a choice; `GPL-2.0 WITH Classpath-exception-2.0` does not bind those who only link. */
export function isBinding(license: string): boolean {
  const choices = license.replace(/[()]/gu, ' ').split(/\bOR\b/u);
  return choices.every((choice) =>
    choice.split(/\bAND\b/u).some((part) => BINDING.test(part.trim()) && !/\bWITH\b/u.test(part)),
  );
}

export function observeTerms(document: TextDocument, manifest: Manifest, lock: LockFile): readonly Observation[] {
  const own = parseJsonObject(document.text) ?? {};
  const shipped = lock.packages.filter(({ isDevelopment }) => !isDevelopment);
  const bound =
    typeof own.license === 'string' && isBinding(own.license)
      ? []
      : shipped.filter(({ license }) => license !== null && isBinding(license));
  const scripted = 'allowScripts' in own ? [] : lock.packages.filter(({ runsScript }) => runsScript);
  return [...describeLicences(document, manifest, bound), ...describeScripts(document, manifest, scripted)];
}

function describeLicences(
  document: TextDocument,
  manifest: Manifest,
  bound: readonly LockedPackage[],
): readonly Observation[] {
  const [first] = bound;
  if (!first) return [];
  return [
    {
      document,
      ...placeOf(manifest, first.name),
      rule: 'binding-licence',
      severity: 'MEDIUM',
      category: 'license',
      dimension: 'D10',
      title: `${bound.length === 1 ? `${first.name} is` : `${bound.length} packages are`} under a licence that binds the whole program`,
      issue: `${list(bound, ({ license }) => license ?? '')}: who ships or serves a program made with it may have to publish its source, and the project's own licence does not say so.`,
      recommendation: 'Have somebody who may decide it confirm that this is meant, or choose another package.',
      confidence: 0.6,
      extra: { dependency: first.name, affected_versions: first.version },
    },
  ];
}

function describeScripts(
  document: TextDocument,
  manifest: Manifest,
  scripted: readonly LockedPackage[],
): readonly Observation[] {
  const [first] = scripted;
  if (!first) return [];
  return [
    {
      document,
      ...placeOf(manifest, first.name),
      rule: 'packages-run-scripts',
      severity: 'LOW',
      category: 'transitive',
      dimension: 'D10',
      title: `${scripted.length === 1 ? `${first.name} runs` : `${scripted.length} packages run`} a script when installed`,
      issue: `${list(scripted, ({ version }) => version ?? '')}: their code runs on every machine that installs the project, before anybody has looked at it.`,
      recommendation: 'Install with `--ignore-scripts` and allow by name the packages that need theirs.',
      extra: { dependency: first.name, affected_versions: first.version },
    },
  ];
}

/** Line of the dependency in the manifest, or of the first one where a package only comes along with others. */
const placeOf = ({ declared }: Manifest, name: string): { readonly line: number } => ({
  line: (declared.find((dependency) => dependency.name === name) ?? declared[0])?.line ?? 1,
});

function list(packages: readonly LockedPackage[], detail: (each: LockedPackage) => string): string {
  const shown = packages.slice(0, NAMES_SHOWN).map((each) => `${each.name} (${detail(each)})`);
  return `${shown.join(', ')}${packages.length > NAMES_SHOWN ? ` and ${packages.length - NAMES_SHOWN} more` : ''}`;
}
