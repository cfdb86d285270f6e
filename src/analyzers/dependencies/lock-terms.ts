/**
 * Observes from a lock file which packages have a copyleft or non-commercial licence and which run a script when installed: at most one
 * observation each, at the manifest. Reads no licence text. Called by lock-observations.ts.
 */

import { parseJsonObject } from '../../protocol/text/json-object.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import type { LockedPackage, LockFile } from '../packages/lock-file.ts';
import type { Manifest } from '../packages/package-manifest.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { NAMES_SHOWN, observePackages } from './locked-packages.ts';

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
  const names = bound.map(({ name, license }) => `${name} (${license ?? ''})`);
  return observePackages(document, manifest, bound, ({ name }) => ({
    rule: 'binding-licence',
    severity: 'MEDIUM',
    category: 'license',
    title: `${bound.length === 1 ? `${name} is` : `${bound.length} packages are`} under a licence that binds the whole program`,
    issue: `${listSome(names, NAMES_SHOWN)}: who ships or serves a program made with it may have to publish its source, and the project's own licence does not say so.`,
    recommendation: 'Let the person who decides on licences confirm it, or choose another package.',
    confidence: 0.6,
  }));
}

function describeScripts(
  document: TextDocument,
  manifest: Manifest,
  scripted: readonly LockedPackage[],
): readonly Observation[] {
  const names = scripted.map(({ name, version }) => `${name} (${version ?? ''})`);
  return observePackages(document, manifest, scripted, ({ name }) => ({
    rule: 'packages-run-scripts',
    severity: 'LOW',
    category: 'transitive',
    title: `${scripted.length === 1 ? `${name} runs` : `${scripted.length} packages run`} a script when installed`,
    issue: `${listSome(names, NAMES_SHOWN)}: their code runs on every machine that installs the project, before anybody has looked at it.`,
    recommendation: 'Install with `--ignore-scripts` and allow by name the packages that need theirs.',
  }));
}
