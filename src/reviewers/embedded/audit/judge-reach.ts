/**
 * Judges step 3 of a validation: whether somebody can get to the flaw (FACT-08). By the entry point that leads there (requests,
 * commands, messages, remote calls, jobs, what a library exports), by where the data comes from, or by what the file is for. Returns
 * pass or not, with the reason. Called by validate.ts.
 */
import type { FlowOutcome } from '../../../ports/auditor.ts';
import { findOrigin } from '../../../protocol/findings/data-origin.ts';
import type { Finding } from '../../../protocol/findings/finding.ts';
import { isMissingCheck } from '../../../protocol/findings/missing-check.ts';
import { isStatedInPlace } from '../../../protocol/findings/stated-in-place.ts';
import type { StepResult } from '../../../protocol/output/validation-steps.ts';
import { type Endpoint, type EntryPoint, formatGuard, isWholeProject } from '../../../recon/recon.ts';
import type { AuditContext } from './audit-context.ts';

/** How one step of a validation went, and why. */
export type Judgement = readonly [result: StepResult['result'], reason: string];

export function judgeReach(finding: Finding, flow: FlowOutcome, context: AuditContext): Judgement {
  const way = flow.kind === 'in-place' && context.isSource(finding.file) ? context.trace(finding) : flow;
  const entry = way.kind === 'complete' ? findEntry(way.entry, context) : null;
  const origin = findOrigin(finding.source)?.label ?? null;
  if (isSecret(finding)) return ['pass', 'anyone who can read the repository or its history'];
  const own = findOwnEndpoint(finding, context);
  if (own !== null) return own;
  if (entry !== null) return judgeEntry(entry, origin, finding, context);
  if (origin !== null) return ['pass', `the data is ${origin}`];
  if (flow.kind === 'in-place' && !context.isSource(finding.file))
    return ['pass', `in force wherever ${finding.file} is used`];
  if (SCRIPT.test(finding.file)) return ['pass', `in force whenever ${finding.file} is run`];
  // What a rule reads in one place holds whenever that code runs; only a missing check depends on who gets there.
  if (isStatedInPlace(finding) && !isMissingCheck(finding)) return ['pass', `in force whenever ${finding.file} runs`];
  return ['uncertain', 'no entry point is known to lead here'];
}

const SCRIPT = /\.(?:sh|bash|zsh|ksh|ps1|bat|cmd)$/iu;

export const isSecret = ({ cwe }: Finding): boolean => cwe === 'CWE-798' || cwe === 'CWE-321';

const findEntry = (place: string | null, { project }: AuditContext): EntryPoint | null =>
  project.entryPoints.find(({ file, line }) => `${file}:${line}` === place) ?? null;

/** What is wrong with an endpoint is reached by a request to it. */
function findOwnEndpoint(finding: Finding, context: AuditContext): Judgement | null {
  const { file, line, title } = finding;
  const declared = context.project.endpoints.filter((each) => each.file === file && each.line === line);
  const endpoint = declared.find(({ name }) => title.startsWith(`${name} `)) ?? declared[0];
  return endpoint === undefined ? null : judgeGuards(endpoint, finding, context);
}

function judgeEntry(entry: EntryPoint, origin: string | null, finding: Finding, context: AuditContext): Judgement {
  const name = entry.route ?? entry.handler ?? entry.framework;
  const data = origin === null ? '' : `; the data is ${origin}`;
  switch (entry.kind) {
    case 'http':
      return judgeEndpoint(entry, finding, context);
    case 'cli':
      return ['pass', `anyone who chooses the arguments of the command ${name}${data}`];
    case 'message':
      return ['pass', `anyone who can send a message to ${name}${data}`];
    case 'rpc':
      return ['pass', `anyone who may call ${name} from another process${data}`];
    case 'exported-api':
      return ['pass', `any program that passes untrusted data to the exported ${name}${data}`];
    case 'job':
      // A job is started by the clock: somebody else must have had a say in what it works on.
      return origin === null
        ? ['uncertain', `only the job ${name} leads here; the origin of its data is unknown`]
        : ['pass', `the job ${name}${data}`];
  }
}

function judgeEndpoint(entry: EntryPoint, finding: Finding, context: AuditContext): Judgement {
  const endpoint = context.project.endpoints.find(({ file, line }) => file === entry.file && line === entry.line);
  if (endpoint === undefined) return ['pass', `requests to ${entry.route ?? entry.framework}`];
  return judgeGuards(endpoint, finding, context);
}

/** A file that was not read hides no flaw: only where the flaw is a missing check may the check be in it. */
function judgeGuards({ name, guards }: Endpoint, finding: Finding, { recon }: AuditContext): Judgement {
  const names = [...new Set(guards.map(formatGuard))];
  if (names.length > 0) return ['pass', `${name} behind ${names.join(', ')}`];
  if (isWholeProject(recon)) return ['pass', `${name} is open to everyone`];
  return isMissingCheck(finding)
    ? ['uncertain', `the guards of ${name} are unknown: part of the project was not read`]
    : ['pass', `${name} has no guard in what was read; part of the project was not read`];
}
