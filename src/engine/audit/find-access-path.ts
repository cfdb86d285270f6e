/**
 * Finds how an attacker gets to a finding (such as an HTTP endpoint with its guards, the network, a command line, foreign data, a
 * setting) from recon and the deep dive; null where nothing tells it. The score of the finding begins with it (FACT-10). Called by
 * rate-findings.ts.
 */
import { isAdvisory } from '../../protocol/findings/advisory-finding.ts';
import { findOrigin } from '../../protocol/findings/data-origin.ts';
import { CONFIDENCE, type Finding } from '../../protocol/findings/finding.ts';
import { isMissingCheck } from '../../protocol/findings/missing-check.ts';
import type { AccessPath } from '../../protocol/findings/risk-factors.ts';
import { isGrave } from '../../protocol/findings/severity.ts';
import { isStatedInPlace } from '../../protocol/findings/stated-in-place.ts';
import { accessOf, placeOf } from '../../protocol/rounds/audit-recon.ts';
import { isSourceLanguage } from '../../protocol/source/language.ts';
import type { AuditState } from './audit-state.ts';

export const SECRETS: ReadonlySet<string> = new Set(['CWE-798', 'CWE-321']);
/** Whoever reads or changes what goes over the line. */
const ON_THE_LINE = new Set(['CWE-295', 'CWE-319', 'CWE-322']);
const SCRIPTS = new Set(['bash', 'powershell']);

/** `entry`: place of the entry point it was followed back to, if it was. */
export function findAccessPath(finding: Finding, entry: string | null, state: AuditState): AccessPath | null {
  // A guess in prose or in a test is an example more often than not: it stays what its finder said.
  if (SECRETS.has(finding.cwe ?? '')) return finding.confidence <= CONFIDENCE.low ? null : { kind: 'repository' };
  if (ON_THE_LINE.has(finding.cwe ?? '')) return { kind: 'network' };
  // A version with a known flaw is rated by its advisory: nobody knows whether the flawed part is used.
  if (isAdvisory(finding.extra)) return null;
  if (finding.dimension === 'D10') return { kind: 'supplier' };
  return findEntry(entry ?? placeOf(finding), finding, state) ?? findByCode(finding, state);
}

/** Without an entry point: by where the data comes from, or by what the file is for. */
function findByCode(finding: Finding, { survey }: AuditState): AccessPath | null {
  const { source, file } = finding;
  const origin = findOrigin(source);
  // Of a request whose endpoint is not known nobody can say which guards it passes.
  if (origin !== null) return origin.kind === 'request' ? null : { kind: 'data', origin: origin.kind };
  const language = survey.files.find(({ path }) => path === file)?.language ?? null;
  if (SCRIPTS.has(language ?? '')) return { kind: 'cli' };
  const isSource = isSourceLanguage(language);
  // What a rule reads in the code itself holds whenever it runs, as a setting does; a minor one stays what its rule says.
  return isSource && !(isStatedInPlace(finding) && isGrave(finding)) ? null : { kind: 'setting' };
}

/** The entry point its flow begins at, or that it lies at itself: a missing guard is where its endpoint is declared. */
function findEntry(place: string, finding: Finding, { recon }: AuditState): AccessPath | null {
  const { endpoints, entryPoints, isWhole } = accessOf(recon);
  const endpoint = endpoints.find((each) => placeOf(each) === place);
  // Where a part of the project was not read, the check that is said to be missing may be there. No other flaw becomes milder by it.
  if (endpoint !== undefined)
    return isWhole || endpoint.guards.length > 0 || !isMissingCheck(finding)
      ? { kind: 'http', guards: endpoint.guards }
      : null;
  const other = entryPoints.find((each) => placeOf(each) === place);
  if (other === undefined) return null;
  return other.kind === 'http' ? { kind: 'http', guards: [] } : { kind: other.kind };
}
