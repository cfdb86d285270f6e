/** Endpoints below an admin path that change something and that nobody guards (D3): asked about even without neighbours. */
import { type ClaimedFinding, CONFIDENCE, claimFinding } from '../../../protocol/findings/finding.ts';
import { type Endpoint, isAccessGuard, isWholeProject, isWrite } from '../../../recon/recon.ts';
import type { AuditContext } from './audit-context.ts';
import { readBody } from './examine-handlers.ts';

const ADMIN = /\/(?:admin|administration|administrator|backoffice|superuser)(?:[/_.-]|$)/iu;
/** Meant for other servers as often as not: worth a question only where the project guards anything at all. */
const INNER = /\/(?:internal|management|manage)(?:[/_.-]|$)/iu;
/** What must be open, or nobody would ever get in. */
const WAY_IN =
  /log-?(?:in|out)|sign-?(?:in|out|up)|register|auth|token|session|password|reset|verify|callback|health/iu;
/** The function refuses somebody itself. */
const REFUSES =
  /\b40[13]\b|forbidden|unauthori[sz]ed|denied|is_?admin|is_?staff|is_?superuser|current_?user|\brole\b/iu;

export async function findOpenAdmin(
  context: AuditContext,
  endpoints: readonly Endpoint[],
): Promise<readonly ClaimedFinding[]> {
  if (!isWholeProject(context.recon)) return [];
  const isGuarding = context.project.endpoints.some(({ guards }) => guards.some(isAccessGuard));
  const findings: ClaimedFinding[] = [];
  for (const endpoint of endpoints.filter((each) => isOpenAdmin(each, isGuarding))) {
    const { lines } = await readBody(context, endpoint);
    if (lines.some(([, text]) => REFUSES.test(text))) continue;
    const declared = (await context.linesOf(endpoint.file))[endpoint.line - 1]?.trim() ?? '';
    findings.push(report(endpoint, declared));
  }
  return findings;
}

function isOpenAdmin(endpoint: Endpoint, isGuarding: boolean): boolean {
  const path = endpoint.route ?? '';
  if (!isWrite(endpoint) || endpoint.guards.some(isAccessGuard) || WAY_IN.test(path)) return false;
  return ADMIN.test(path) || (isGuarding && INNER.test(path));
}

const report = ({ name, verb, file, line }: Endpoint, declared: string): ClaimedFinding =>
  claimFinding({
    severity: 'HIGH',
    title: `${name} is an admin endpoint without a guard`,
    issue: `${name} lies below an admin path and ${verb === 'delete' ? 'deletes' : 'changes'} something; no guard was seen on the route, on its router, on the application or in the function that answers. Anyone who can send a request can use it.`,
    category: 'authorization',
    dimension: 'D3',
    cwe: 'CWE-306',
    file,
    line,
    endLine: line,
    evidence: declared === '' ? null : declared,
    recommendation: 'Add a guard that requires an administrator to it, or to the router it is mounted on.',
    confidence: CONFIDENCE.medium,
    rule: 'audit-admin-without-guard',
  });
