/** Turns an event of an audit into one line for people, or null where only `--verbose` shows it or nobody. Called by progress.ts. */
import type { RunEvent } from '../../protocol/report/run-events.ts';

export type AuditOnlyEvent = Extract<
  RunEvent,
  {
    readonly kind:
      | 'transition'
      | 'recon'
      | 'baseline'
      | 'round'
      | 'truncation'
      | 'retry'
      | 'evaluation'
      | 'deep-dive'
      | 'chain'
      | 'validation'
      | 'marker';
  }
>;

export function describeAudit(event: AuditOnlyEvent, verbose: boolean): string | null {
  switch (event.kind) {
    case 'recon':
      return `recon: ${event.modules} modules, ${event.entryPoints} entry points, ${event.dependencies} dependencies, ${event.loc} lines of ${event.isLibrary ? 'a library' : 'an application'}`;
    case 'round':
      return describeRound(event);
    case 'truncation':
      return `${event.agent}: output cut (${event.severity}), ${event.keptFindings} findings kept: ${event.recovery}`;
    case 'retry':
      return `${event.agent} replaces ${event.retryOf} on ${event.dimensions.join(', ')}: ${event.reason}`;
    case 'evaluation':
      return describeEvaluation(event);
    case 'chain':
      return `chain ${event.chain} (${event.severity}): ${event.title}`;
    case 'baseline':
      return event.status === 'started'
        ? null
        : `baseline ${event.analyzer}: ${event.status}, ${event.findings} findings${event.reason === null ? '' : `: ${event.reason}`}`;
    default:
      return verbose ? describeDetail(event) : null;
  }
}

type Detail = Extract<AuditOnlyEvent, { readonly kind: 'transition' | 'deep-dive' | 'validation' | 'marker' }>;

function describeDetail(event: Detail): string {
  switch (event.kind) {
    case 'transition':
      return `${event.from} -> ${event.to}${event.reason === null ? '' : `: ${event.reason}`}`;
    case 'deep-dive':
      return `deep dive ${event.target}: ${event.outcome} over ${event.files} files`;
    case 'marker':
      return event.line;
    case 'validation':
      return `${event.finding}: ${event.outcome} by ${event.validator}: ${event.reason}`;
  }
}

function describeRound(event: Extract<AuditOnlyEvent, { readonly kind: 'round' }>): string {
  const name = `${event.isEmergency ? 'emergency round' : 'round'} ${event.round}`;
  return event.status === 'started'
    ? `${name}: ${event.agents} agents on ${event.dimensions.join(', ')}`
    : `${name}: ${event.findings} findings`;
}

function describeEvaluation(event: Extract<AuditOnlyEvent, { readonly kind: 'evaluation' }>): string | null {
  if (event.step === 'detect-truncation')
    return event.interruptedAgents.length === 0
      ? null
      : `round ${event.round}: interrupted: ${event.interruptedAgents.join(', ')}`;
  if (event.step === 'ask-questions') return null;
  const percent = Math.floor((event.coverageRatio ?? 0) * 100);
  return `round ${event.round}: coverage ${percent}%${event.gaps.length === 0 ? '' : `, gaps ${event.gaps.join(', ')}`}`;
}
