/**
 * Opens the session (token budget and tools, engine/open-session.ts) of a deep dive or of a validator, and makes the abort signal with
 * the time limit of any audit agent (AUD-26, HOST-11). Called by the phases of an audit (ask-hunter.ts, deep-dive-phase.ts,
 * validation-queue.ts), and by fleet/ and wiring/triage-judge.ts for the same agents.
 */

import type { AuditSession, DeepDiveTask } from '../../ports/auditor.ts';
import { underSignals } from '../../ports/join-signals.ts';
import { turnBudgetTokens } from '../../protocol/budget/turns.ts';
import { VALIDATOR_TURNS } from '../../protocol/rounds/validation-plan.ts';
import { openSession, type SessionPorts } from '../open-session.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';

/** Turns a model may take to follow one finding. */
const DIVE_TURNS = 4;

export const sessionForDive = (
  { findings }: Pick<DeepDiveTask, 'findings'>,
  sessionPorts: SessionPorts,
): AuditSession => openSession(turnBudgetTokens(DIVE_TURNS * Math.max(1, findings.length)), sessionPorts);

export const sessionForValidation = (sessionPorts: SessionPorts): AuditSession =>
  openSession(turnBudgetTokens(VALIDATOR_TURNS), sessionPorts);

/** The work's signal fires when the run ends, or the time of one agent. */
export const limitAgent = <Value>(
  { agentTimeoutMs }: Pick<AuditRequest, 'agentTimeoutMs'>,
  { clock, driver, signal }: Pick<AuditPorts, 'clock' | 'driver' | 'signal'>,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> =>
  underSignals([signal, clock.timeout(Math.max(agentTimeoutMs, driver.limits?.agentTimeoutMs ?? 0))], work);
