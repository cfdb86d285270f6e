/** What a release changes in texts, and what it says of its files: pure functions for `release.ts`. */

const UNRELEASED = '## [Unreleased]';
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/u;

/** Why this cannot be the next version; null where it can. */
export function refuseVersion(version: string, current: string): string | null {
  if (version === '') return 'name the version to release, such as 1.4.0';
  if (!VERSION.test(version)) return `${version} is no version: write three numbers, 1.4.0, or 1.4.0-rc.1`;
  const [next, last] = [version, current].map((each) => each.split('-', 1)[0]?.split('.').map(Number) ?? []);
  const order = [0, 1, 2].map((at) => (next?.[at] ?? 0) - (last?.[at] ?? 0)).find((each) => each !== 0) ?? 0;
  const isFinished = order === 0 && current.includes('-') && version !== current;
  return order > 0 || isFinished ? null : `${version} is not newer than ${current}`;
}

export interface ReleasedChangelog {
  readonly text: string;
  /** Of the new version, without its heading. */
  readonly notes: string;
}

/** The section of what is not released becomes that of the version; null where it has no entry. */
export function releaseChangelog(text: string, version: string, date: string): ReleasedChangelog | null {
  const at = text.indexOf(`${UNRELEASED}\n`);
  if (at < 0) return null;
  const from = at + UNRELEASED.length;
  const next = text.indexOf('\n## [', from);
  const notes = text.slice(from, next < 0 ? text.length : next).trim();
  if (!/^- /mu.test(notes)) return null;
  const rest = next < 0 ? '\n' : text.slice(next);
  return { text: `${text.slice(0, from)}\n\n## [${version}] - ${date}\n\n${notes}\n${rest}`, notes: `${notes}\n` };
}

/** `package.json` and `package-lock.json` keep their form: only the fields of our own version change. */
export function setVersion(text: string, current: string, version: string): string {
  const field = `"version": ${JSON.stringify(current)}`;
  const manifest: { packages?: unknown } = JSON.parse(text);
  const times = manifest.packages === undefined ? 1 : 2;
  let changed = text;
  let from = 0;
  for (let time = 0; time < times; time += 1) {
    const at = changed.indexOf(field, from);
    if (at < 0) throw new Error(`the version ${current} stands in ${time} of ${times} places`);
    changed = `${changed.slice(0, at)}"version": ${JSON.stringify(version)}${changed.slice(at + field.length)}`;
    from = at + 1;
  }
  return changed;
}

export interface Digest {
  readonly name: string;
  readonly sha256: string;
}

/** As `sha256sum --check` reads it. */
export const formatChecksums = (files: readonly Digest[]): string =>
  files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');

export interface BuildFacts {
  readonly version: string;
  readonly commit: string;
  readonly isClean: boolean;
  readonly node: string;
  readonly npm: string;
  readonly platform: string;
  readonly builder: string;
  readonly inputs: readonly Digest[];
}

/** An in-toto statement with SLSA provenance, not signed: whoever builds signs it with a key of their own. */
export function describeProvenance(files: readonly Digest[], facts: BuildFacts): object {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:consensus-review:release:1',
        externalParameters: { version: facts.version },
        internalParameters: { node: facts.node, npm: facts.npm, platform: facts.platform, cleanTree: facts.isClean },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: facts.commit } },
          ...facts.inputs.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
        ],
      },
      runDetails: { builder: { id: facts.builder } },
    },
  };
}
