/**
 * Checks manifests (loose versions, lookalike names, install scripts, lock files), build files, and lines that download and run code;
 * returns findings of vulnerability-reviewer. Findings about a lock file stand at its manifest. Adds a note where no analyzer looks up
 * advisories. Loaded by declaration.ts.
 */

import type { Snapshot } from '../../ports/repository.ts';
import { isSourceLanguage } from '../../protocol/source/language.ts';
import { fileNameOf } from '../../protocol/source/paths.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import type { AnalyzerHost, Scan } from '../declaration.ts';
import { isJsonManifest, isManifestPath } from '../packages/manifest-path.ts';
import type { DeclaredDependency, Manifest } from '../packages/package-manifest.ts';
import { type Checked, createProjectScan, type Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { observeBuildFile } from './build-files.ts';
import { isDockerfilePath, isWorkflowPath } from './build-paths.ts';
import { observeInstallScripts } from './install-scripts.ts';
import { observeLock } from './lock-observations.ts';
import { NAMES_SHOWN } from './locked-packages.ts';
import { observeRemoteCode } from './remote-code.ts';
import { findLookalike } from './typosquat.ts';
import { judgeSpec, type SpecWeakness } from './version-spec.ts';

/** More dependencies with the same weakness than this share one finding. */
const SEPARATE_FINDINGS = 3;

export const createDependenciesScan = ({ checksAdvisories }: AnalyzerHost): Scan =>
  createProjectScan({
    reviewer: 'vulnerability-reviewer',
    ...(checksAdvisories ? {} : { note: 'advisories not checked: no source configured' }),
    begin: async (snapshot) => {
      const paths = await snapshot.paths();
      return { check: (document) => checkDocument(document, snapshot, paths) };
    },
  });

async function checkDocument(document: TextDocument, snapshot: Snapshot, paths: ReadonlySet<string>): Promise<Checked> {
  const seen = [...observeBuildFile(document)];
  const isText = isSourceLanguage(document.language) || document.language === 'html';
  if (isText || isDockerfilePath(document.path) || isWorkflowPath(document.path))
    seen.push(...observeRemoteCode(document));
  if (!isManifestPath(document.path)) return seen;
  const { manifest, fault } = await readWithFault(document);
  if (manifest) seen.push(...observeSpecs(document, manifest), ...observeLookalikes(document, manifest));
  if (fault !== null) return { observations: seen, fault };
  if (!manifest) return seen;
  seen.push(...observeInstallScripts(document), ...(await observeLock(document, manifest, snapshot, paths)));
  return seen;
}

/** Broken JSON is read with a YAML parser, which is loaded where there is a manifest. */
async function readWithFault(document: TextDocument): Promise<{ manifest: Manifest | null; fault: string | null }> {
  const [{ readManifest }, { findJsonFault }] = await Promise.all([
    import('../packages/read-manifest.ts'),
    import('../packages/broken-json.ts'),
  ]);
  return {
    manifest: readManifest(document),
    fault: isJsonManifest(document.path) ? findJsonFault(document) : null,
  };
}

function observeSpecs(document: TextDocument, { ecosystem, declared }: Manifest): readonly Observation[] {
  const weak = declared.flatMap((dependency) => {
    const weakness = judgeSpec(ecosystem, dependency);
    return !weakness || isUsualRange(document, weakness) ? [] : [{ weakness, dependency }];
  });
  return [...Map.groupBy(weak, ({ weakness }) => weakness.rule).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const all = group.map(({ dependency }) => dependency);
    return group.length > SEPARATE_FINDINGS
      ? [describeWeakness(document, first.weakness, all)]
      : group.map(({ weakness, dependency }) => describeWeakness(document, weakness, [dependency]));
  });
}

/** Libraries state lower bounds on purpose. */
const isUsualRange = (document: TextDocument, weakness: SpecWeakness): boolean =>
  weakness.rule === 'dependency-open-range' && fileNameOf(document.path) === 'pyproject.toml';

function describeWeakness(
  document: TextDocument,
  weakness: SpecWeakness,
  group: readonly DeclaredDependency[],
): Observation {
  const { rule, severity, category, cwe, problem, advice } = weakness;
  const names = group.map(({ name, spec }) => (spec === '' ? `\`${name}\`` : `\`${name}\` (\`${spec}\`)`));
  const shown = listSome(names, NAMES_SHOWN);
  const one = group[0]?.name ?? '';
  return {
    document,
    line: group[0]?.line ?? 1,
    rule,
    severity,
    category,
    cwe,
    dimension: 'D10',
    title: group.length === 1 ? `Dependency ${one} is not pinned` : `${group.length} dependencies are not pinned`,
    issue: group.length === 1 ? `${shown} ${problem}.` : `Each of these ${problem}: ${shown}.`,
    recommendation: advice,
    extra: { dependency: group.map(({ name }) => name).join(', '), affected_versions: group[0]?.spec || 'any' },
  };
}

function observeLookalikes(document: TextDocument, { ecosystem, declared }: Manifest): readonly Observation[] {
  return declared.flatMap(({ name, spec, line }) => {
    const lookalike = findLookalike(ecosystem, name);
    if (!lookalike) return [];
    const { popular, isKnown } = lookalike;
    return [
      {
        document,
        line,
        rule: 'lookalike-package',
        severity: isKnown ? ('HIGH' as const) : ('MEDIUM' as const),
        category: 'confusion',
        cwe: 'CWE-1357',
        dimension: 'D10' as const,
        title: `${name} looks like a misspelling of ${popular}`,
        issue: isKnown
          ? `The name \`${name}\` was used to smuggle in hostile code in place of \`${popular}\`.`
          : `\`${name}\` is one letter away from the widely used \`${popular}\`. Such names are registered to catch typing errors.`,
        recommendation: `If \`${popular}\` is meant, correct the name; otherwise note here why \`${name}\` is the right package.`,
        impact: 'The owner of that name can run code wherever this is installed.',
        confidence: isKnown ? 0.9 : 0.6,
        extra: { dependency: name, affected_versions: spec },
      },
    ];
  });
}
