/**
 * Lists what a project depends on, for the survey of an audit (FACT-03): name, version (exact from lock files, else as the manifest
 * says), manifest and line. Reads every manifest of the snapshot, in scope or not; sorted and capped, the rest counted. Called by
 * wiring/audit-survey.ts.
 */
import type { Snapshot } from '../../ports/repository.ts';
import type { ProjectDependency } from '../../recon/recon.ts';
import { openDocument, type TextDocument } from '../source-text/text-document.ts';
import { findPinned } from './locked-versions.ts';
import { isVersionedManifest } from './manifest-path.ts';
import { type Manifest, nameOf } from './package-manifest.ts';
import { readManifest } from './read-manifest.ts';

export interface DependencyList {
  readonly dependencies: readonly ProjectDependency[];
  /** Dependencies and manifests beyond the caps. */
  readonly leftOut: number;
}

const MAX_MANIFESTS = 200;
const MAX_DEPENDENCIES = 10_000;
const ASIDE = /(?:^|\/)(?:node_modules|vendor|third_party|site-packages)\//u;
const MORE_MANIFESTS = /\.csproj$|(?:^|\/)build\.gradle(?:\.kts)?$/u;

export async function readProjectDependencies(snapshot: Snapshot): Promise<DependencyList> {
  const paths = await snapshot.paths();
  const manifests = [...paths]
    .filter((path) => (isVersionedManifest(path) || MORE_MANIFESTS.test(path)) && !ASIDE.test(path))
    .toSorted();
  const found: ProjectDependency[] = [];
  for (const path of manifests.slice(0, MAX_MANIFESTS)) {
    const read = await snapshot.read(path);
    if (read.kind !== 'text') continue;
    const document = openDocument({ path, language: null, text: read.text, changed: null });
    const manifest = readManifest(document);
    found.push(...(manifest ? await readDeclared(document, manifest, snapshot, paths) : readBuildFile(document)));
  }
  const unique = new Map(found.map((each) => [`${each.ecosystem} ${each.name} ${each.version}`, each]));
  const sorted = [...unique.values()].toSorted(compareDependencies);
  const leftOut = Math.max(0, manifests.length - MAX_MANIFESTS) + Math.max(0, sorted.length - MAX_DEPENDENCIES);
  return { dependencies: sorted.slice(0, MAX_DEPENDENCIES), leftOut };
}

/** What the project names itself first, then what comes along with it. */
const compareDependencies = (a: ProjectDependency, b: ProjectDependency): number =>
  Number(b.isDirect) - Number(a.isDirect) || compare(a.name, b.name) || compare(a.version, b.version);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function readDeclared(
  { path }: TextDocument,
  manifest: Manifest,
  snapshot: Snapshot,
  paths: ReadonlySet<string>,
): Promise<readonly ProjectDependency[]> {
  const pinned = await findPinned(path, manifest, snapshot, paths);
  const locked = new Set(pinned.filter(({ isDirect }) => isDirect).map(({ name }) => name.toLowerCase()));
  const development = new Set(
    manifest.declared.filter((each) => each.isDevelopment).map((each) => nameOf(each).toLowerCase()),
  );
  const { ecosystem } = manifest;
  const place = { ecosystem, manifest: path };
  return [
    ...pinned.map(({ name, version, line, isDirect }) => ({
      ...place,
      name,
      version,
      isExact: true,
      isDirect,
      isDevelopment: development.has(name.toLowerCase()),
      line,
    })),
    ...manifest.declared
      .filter((each) => !locked.has(nameOf(each).toLowerCase()))
      .map(({ spec, line, isDevelopment, ...each }) => ({
        ...place,
        name: nameOf({ ...each, spec, line, isDevelopment }),
        version: plainSpec(spec),
        isExact: /^[v=]*\d[\w.+-]*$/u.test(spec),
        isDirect: true,
        isDevelopment,
        line,
      })),
  ];
}

/** A range on one line without blanks, so that `name:version` stays one word. */
const plainSpec = (spec: string): string => spec.replace(/['"\s]+/gu, '').slice(0, 100) || '*';

const PACKAGE_REFERENCE = /<PackageReference\s+Include="([^"]+)"[^>]*?\bVersion="([^"]+)"/gu;
const GRADLE =
  /\b(?:implementation|api|compileOnly|runtimeOnly|testImplementation)\b[\s("']+([\w.-]+:[\w.-]+):([\w.-]+)["']/gu;

/** Build files that no manifest reader knows: project files of .NET and of Gradle. */
function readBuildFile(document: TextDocument): readonly ProjectDependency[] {
  const isGradle = !document.path.endsWith('.csproj');
  return [...document.text.slice(0, 1_000_000).matchAll(isGradle ? GRADLE : PACKAGE_REFERENCE)].map((match) => ({
    name: match[1] ?? '',
    version: plainSpec(match[2] ?? ''),
    isExact: /^\d[\w.-]*$/u.test(match[2] ?? ''),
    isDirect: true,
    isDevelopment: match[0].startsWith('test'),
    ecosystem: isGradle ? 'maven' : 'nuget',
    manifest: document.path,
    line: document.lineAt(match.index),
  }));
}
