/**
 * Carries out a task of an audit on a worker (hunt, deep dive or validation) with the engine's own code, and returns the result with
 * the tokens used. Called by perform-agent.ts; conduct-run.ts takes `projectOf`. Loaded only for audits.
 */

import { limitAgent, sessionForDive, sessionForValidation } from '../engine/audit/agent-session.ts';
import { askHunter } from '../engine/audit/ask-hunter.ts';
import type { AuditPorts, AuditRequest } from '../engine/audit/audit-request.ts';
import { prepareAudit } from '../engine/audit/prepare-audit.ts';
import type { AuditSession } from '../ports/auditor.ts';
import { readAuditFlags } from '../wiring/audit-flags.ts';
import { createAuditPorts, createAuditRequest, createProject, type Project } from '../wiring/audit-ports.ts';
import type { EngineParts } from '../wiring/review-ports.ts';
import type { AgentInput } from './agent-inputs.ts';
import { createSessionIndex, type RunSession, shareInSession, WHOLE_SNAPSHOT } from './run-session.ts';

/** For one agent: who conducts the run has asked for confirmation and for Semgrep. */
const openAudit = (parts: EngineParts, project: Project): Promise<AuditPorts> =>
  createAuditPorts({ ...parts, confirmPlan: async () => true, requireSemgrep: false, project });

const requestOf = ({ settings, spec }: RunSession): AuditRequest =>
  createAuditRequest(settings, WHOLE_SNAPSHOT, readAuditFlags(spec.flags));

export const projectOf = (session: RunSession): Promise<Project> =>
  shareInSession(session, 'project', async () => createProject(session.embedded, session.settings.rules));

interface AuditWork {
  readonly value: unknown;
  readonly usedTokens: number;
}

export async function performAuditTask(
  asked: Exclude<AgentInput, { kind: 'review' | 'verify' }>,
  session: RunSession,
  parts: EngineParts,
): Promise<AuditWork> {
  const request = requestOf(session);
  const project = await projectOf(session);
  const ports = await openAudit(parts, project);
  // Recon and scan of the whole scope, as whoever conducts the run has made them.
  const { survey } = await shareInSession(session, 'survey', async () => {
    const quietly = { ...ports, index: createSessionIndex(session), emit: () => undefined };
    const state = await prepareAudit(request, quietly);
    await project.scan(state.survey.files, state.survey.snapshot, new AbortController().signal);
    return state;
  });
  const { snapshot } = survey;
  if (asked.kind === 'hunt') return { value: await askHunter(asked.task, snapshot, request, ports), usedTokens: 0 };
  const { openTools, driver } = ports;
  const sessionPorts = { snapshot, openTools, thresholds: request.thresholds, driver };
  if (asked.kind === 'deepen') {
    const { task } = asked;
    const at = sessionForDive(task, sessionPorts);
    const { flows, chains, ...rest } = await limitAgent(request, ports, (signal) =>
      ports.driver.deepen(task, at, signal),
    );
    return withUsage(at, { ...rest, flows: [...flows], chains: [...chains] });
  }
  const at = sessionForValidation(sessionPorts);
  return withUsage(at, await limitAgent(request, ports, (signal) => ports.driver.validate(asked.task, at, signal)));
}

const withUsage = ({ account }: AuditSession, value: unknown): AuditWork => ({ value, usedTokens: account.usedTokens });
