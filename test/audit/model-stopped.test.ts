/** Audits whose model cannot be asked, is stopped, or has no tools: honest, and never without what the host knows itself. */
import { describe, expect, test } from 'vitest';
import { decideExit } from '../../src/protocol/report/exit-code.ts';
import { analyzerFinding, type HttpAuditResult, MODEL } from './audit-over-http.ts';
import { type Agent, call, listShown, writeDecisions, writeResult } from './model-agents.ts';
import { audit, by, INJECTION, QUERY, rowOf, titlesOf } from './model-app.ts';

describe('when nobody can be asked', () => {
  const ANALYZED = [analyzerFinding({ file: 'src/users.ts', line: 5, endLine: 5, evidence: QUERY, title: 'scanned' })];
  const exitOf = ({ report }: HttpAuditResult): number =>
    decideExit({
      verdict: report.verdict,
      complete: report.complete,
      findings: report.findings,
      run: report.run,
      failOn: 'veto',
      allowPartial: false,
      usable: report.agents.some((agent) => agent.status !== 'failed'),
      interrupted: false,
    }).code;

  test.each([
    ['rate-limit', { kind: 'status', status: 429 }],
    ['server errors', { kind: 'server-error' }],
  ] as const)(
    '%s for every agent: one retry each, one restart, then an incomplete audit with the baseline in it [FAILURE-01, FAILURE-02, FAILURE-03]',
    async (_name, fault) => {
      const result = await audit(
        Object.fromEntries(
          ['agent-r1', 'validator', 'orchestrator', 'deep-dive'].map((name) => [name, () => ({ fault })]),
        ),
        { analyzers: ANALYZED },
      );
      const { report } = result;
      expect(report.audit?.agents.map(({ status, retry_of: of, restart }) => [status, of, restart])).toEqual([
        ['FAILED', null, false],
        ['FAILED', 'agent-r1-01', false],
        ...report.audit!.agents.slice(2).map(() => ['FAILED', null, true]),
      ]);
      expect(report.audit?.agents.some(({ restart }) => restart)).toBe(true);
      expect(report.warnings.join('\n')).toContain('audit incomplete');
      expect([report.complete, exitOf(result)]).toEqual([false, 1]);
      expect(titlesOf(result)).toContain('scanned');
      const [validation] = report.audit?.validation ?? [];
      expect(validation?.method).toContain('second analysis (no model:');
      expect(report.findings.find(({ title }) => title === 'scanned')?.status).toBe('confirmed');
    },
  );

  test("a spent limit sends nobody out again; deep dive and validation are the host's alone, and the report says why", async () => {
    const result = await audit({}, { analyzers: ANALYZED, config: { maxTokens: 3000 } });
    const { report } = result;
    expect(result.asked).toEqual([]);
    expect(report.audit?.agents).toHaveLength(1);
    expect(report.agents[0]).toMatchObject({ status: 'truncated', cutoff_reason: 'budget' });
    expect(report.rounds.at(-1)?.reason).toContain('the limit of the run is used up');
    expect(report.audit?.validation[0]?.method).toMatch(
      /a limit of the run is reached \(--max-tokens 3000\): this call alone may need \d+ tokens/u,
    );
    expect(report.complete).toBe(false);
  });

  test.each([
    ['deadline', 'the deadline was reached'],
    [undefined, 'the run was interrupted'],
  ])('stopped (%s): what an agent had recorded is in the report, and phases 3 and 4 ran', async (reason, said) => {
    const stop = new AbortController();
    const result = await audit(
      {
        'agent-r1-01': (asked) => {
          if (asked.turn === 1) return call('read_file', { path: 'src/users.ts' });
          if (asked.turn === 2)
            return call('report_finding', {
              severity: 'HIGH',
              category: 'injection',
              file: 'src/users.ts',
              line: 5,
              title: 'in time',
              issue: 'in time',
              evidence: QUERY,
              recommendation: 'bind',
              dimension: 'D1',
              cwe: 'CWE-89',
            });
          setTimeout(() => stop.abort(reason), 50);
          return { latencyMs: 60_000, text: '' };
        },
      },
      { signal: stop.signal },
    );
    const { report, events } = result;
    expect(titlesOf(result)).toContain('in time');
    expect([report.agents[0]?.status, report.agents[0]?.cutoff_reason, exitOf(result)]).toEqual([
      'truncated',
      'aborted',
      // The second analysis confirms it, and it is open to everyone: a veto, complete or not.
      1,
    ]);
    expect(report.rounds.at(-1)).toMatchObject({ decision: 'incomplete', reason: `audit incomplete: ${said}` });
    const states = events.flatMap((event) => (event.kind === 'transition' ? [event.to] : []));
    expect(states.slice(-3)).toEqual(['DEEP_DIVE', 'VALIDATION', 'REPORT']);
    expect(report.audit?.validation[0]?.method).toContain('no model: the run was stopped');
    expect(report.complete).toBe(false);
  });
});

test('stopped while it is asked for its plan: a report on nothing, without a call and without a yes', async () => {
  const stop = new AbortController();
  const { report, asked } = await audit(
    {},
    {
      signal: stop.signal,
      confirmPlan: () => {
        stop.abort('interrupt');
        return new Promise(() => undefined);
      },
    },
  );
  expect([asked, report.complete, report.verdict, report.coverage.ratio]).toEqual([[], false, 'WARN', 0]);
  expect(report.agents.map(({ status, cutoff_reason: why }) => [status, why])).toEqual([['truncated', 'aborted']]);
  expect(report.audit?.markers.join()).not.toContain('PLAN_ACK');
});

test('what an agent was given in a call that was never answered is not covered [HOST-10]', async () => {
  const stop = new AbortController();
  const result = await audit(
    {
      'agent-r1-01': (asked) => {
        if (asked.turn === 1) return call('read_file', { path: 'src/users.ts' });
        if (asked.turn === 2) return call('read_file', { path: 'src/notes.ts' });
        setTimeout(() => stop.abort('deadline'), 50);
        return { latencyMs: 60_000, text: '' };
      },
    },
    { signal: stop.signal },
  );
  expect(rowOf(result, 'agent-r1-01')).toMatchObject({ files_read: 1 });
});

describe('a model without tools', () => {
  const agents: Readonly<Record<string, Agent>> = {
    'agent-r1-01': (asked) => ({ text: writeResult(asked, { findings: [{ ...INJECTION, title: 'given' }] }) }),
    orchestrator: (asked) => ({
      text: writeDecisions(
        asked,
        listShown(asked).map((id) => ({ id, verdict: 'confirmed' })),
      ),
    }),
  };

  test('is given its code, hotspots and places first, and reviewed is what it was given', async () => {
    const result = await audit(agents, { config: { modelsWithoutTools: [MODEL] } });
    const [first] = by(result.asked, 'agent-r1-01');
    expect(first?.tools).toEqual([]);
    expect(first?.told[0]).toContain(`5\t  ${QUERY}`);
    expect(rowOf(result, 'agent-r1-01')).toMatchObject({ files_read: 5, findings: 1, status: 'COMPLETED' });
    expect(result.report.findings.find(({ title }) => title === 'given')?.status).toBe('confirmed');
  });

  test('that says so itself is asked again without them, as the same agent', async () => {
    const refusing = Object.fromEntries(
      Object.entries(agents).map(([name, agent]): [string, Agent] => [
        name,
        (asked) =>
          asked.tools.length > 0
            ? { fault: { kind: 'status', status: 400, message: 'this model does not support tools' } }
            : agent(asked),
      ]),
    );
    const result = await audit(refusing);
    expect(by(result.asked, 'agent-r1-01').map(({ tools }) => tools.length > 0)).toEqual([true, false]);
    expect(rowOf(result, 'agent-r1-01')).toMatchObject({ findings: 1, status: 'COMPLETED' });
  });
});
