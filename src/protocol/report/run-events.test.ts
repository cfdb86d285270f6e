import { describe, expect, test } from 'vitest';
import { evaluateRound } from '../rounds/evaluation.ts';
import { evaluationEvents, toEventDocument } from './event-document.ts';
import { eventLineSchema, type RunEvent } from './run-events.ts';

/** One of each kind. */
const EVENTS: { readonly [Kind in RunEvent['kind']]: Extract<RunEvent, { kind: Kind }> } = {
  run: { kind: 'run', runId: 'r1', playbook: 'audit', mode: 'deep', model: 'embedded' },
  phase: { kind: 'phase', phase: 2, name: 'hunt', status: 'started', wave: 1, state: 'ROUND_1_RUNNING' },
  step: { kind: 'step', step: 'scope', status: 'finished', files: 12 },
  plan: { kind: 'plan', wave: 1, totalTokens: 18_211, scale: 2.1115, isolation: 'branch', agents: 6 },
  branch: { kind: 'branch', agent: 'security-reviewer', branchId: 'b1', status: 'created' },
  agent: {
    kind: 'agent',
    agent: 'agent-r1-01',
    wave: 1,
    status: 'finished',
    usageRatio: 0.52,
    mode: 'full',
    findings: 3,
    filesDone: 12,
    filesTotal: 12,
    message: null,
    dimensions: ['D1', 'D5'],
  },
  decision: { kind: 'decision', wave: 1, decision: 'emergency', reason: 'D1 is open' },
  signal: {
    kind: 'signal',
    signal: {
      coordinator_type: 'research',
      summary_brief: 'Completed research on 1 topics with 0 findings. Context: 0%. Next: Report.',
      work_remaining: 0,
      context_exhausted: false,
      context_usage_percent: 0,
      requires_continuation: false,
      topics_completed: ['D1'],
      findings_total: 0,
      reports_created: 1,
    },
  },
  transition: { kind: 'transition', from: 'ROUND_1_EVALUATION', to: 'NEXT_ROUND', reason: '3 gaps' },
  recon: { kind: 'recon', modules: 4, entryPoints: 17, dependencies: 33, loc: 1640, isLibrary: false },
  baseline: { kind: 'baseline', analyzer: 'semgrep', status: 'absent', findings: 0, reason: 'not installed' },
  round: {
    kind: 'round',
    round: 1,
    isEmergency: false,
    status: 'started',
    agents: 3,
    dimensions: ['D1', 'D2'],
    findings: 0,
  },
  truncation: {
    kind: 'truncation',
    agent: 'agent-r1-02',
    round: 1,
    severity: 'severe',
    keptFindings: 0,
    recovery: 'discarded, retried with half the work',
  },
  retry: {
    kind: 'retry',
    agent: 'agent-r1-04',
    retryOf: 'agent-r1-02',
    round: 1,
    dimensions: ['D3'],
    reason: 'severe truncation',
  },
  evaluation: {
    kind: 'evaluation',
    round: 1,
    step: 'rate-coverage',
    interruptedAgents: [],
    gaps: ['D9'],
    coverageRatio: 0.9,
    isMet: true,
    unsearched: null,
    allTraced: null,
    combinations: null,
  },
  'deep-dive': { kind: 'deep-dive', target: 'src/auth/login.ts:45', files: 3, outcome: 'flow-complete' },
  chain: {
    kind: 'chain',
    chain: 'AC-01',
    title: 'bypass to injection',
    findings: ['H-01', 'H-02'],
    severity: 'CRITICAL',
  },
  validation: {
    kind: 'validation',
    finding: 'H-01',
    validator: 'agent-v-01',
    outcome: 'downgraded',
    severity: 'MEDIUM',
    reason: 'reachable by administrators only',
  },
  marker: { kind: 'marker', line: '[MODE] deep' },
};

describe.each(Object.values(EVENTS))('$kind', (event) => {
  test('its document has every field under its wire name and passes the schema', () => {
    const document = toEventDocument(event);
    expect(Object.keys(document).every((key) => /^[a-z]+(?:_[a-z]+)*$/u.test(key))).toBe(true);
    expect(Object.values(document)).toEqual(Object.values(event));
    const line = { seq: 1, at: '2026-01-01T00:00:00.000Z', ...document };
    expect(eventLineSchema.parse(line)).toEqual(line);
  });
});

test('names become snake_case, values stay', () => {
  expect(toEventDocument(EVENTS.retry)).toEqual({
    event: 'retry',
    agent: 'agent-r1-04',
    retry_of: 'agent-r1-02',
    round: 1,
    dimensions: ['D3'],
    reason: 'severe truncation',
  });
});

describe('evaluation', () => {
  const evaluate = (mode: 'standard' | 'deep') =>
    evaluationEvents(
      2,
      evaluateRound({
        mode,
        isLibrary: false,
        agents: [
          { agentId: 'a1', dimensions: ['D1'], ending: 'truncated', keptFindings: 1, ratings: {}, retryOf: null },
        ],
        earlierRounds: [],
        questions: {
          plannedAreas: ['src'],
          searchedAreas: [],
          entryPoints: [],
          tracedEntryPoints: [],
          findings: [],
          followedFindings: [],
        },
      }),
    );

  test('its steps come in their one order, each with what it found [EVALUATE-01]', () => {
    const [truncation, coverage, questions, ...none] = evaluate('deep');
    expect(none).toEqual([]);
    expect(truncation).toMatchObject({ step: 'detect-truncation', round: 2, interruptedAgents: ['a1'], gaps: [] });
    expect(coverage).toMatchObject({ step: 'rate-coverage', interruptedAgents: [], isMet: false, unsearched: null });
    expect(coverage?.gaps.length).toBeGreaterThan(5);
    expect(questions).toMatchObject({ step: 'ask-questions', unsearched: true, allTraced: true, combinations: false });
  });

  test('a mode that asks no questions has no such step', () => {
    expect(evaluate('standard').map(({ step }) => step)).toEqual(['detect-truncation', 'rate-coverage']);
  });
});
