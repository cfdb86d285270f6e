import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleFinding } from '../../../test/support/sample-findings.ts';
import { times } from '../../../test/tier.ts';
import { CONSENSUS_PROTOCOLS } from '../../protocol/findings/consensus-protocol.ts';
import type { Finding } from '../../protocol/findings/finding.ts';
import { SEVERITIES, type Severity } from '../../protocol/findings/severity.ts';
import { vetoReasonOf } from '../../protocol/findings/veto.ts';
import { REVIEWERS } from '../../protocol/reviewers/reviewer.ts';
import { toReportFinding } from '../report-findings.ts';
import type { AgentRun, RunOpinion } from './agent-record.ts';
import type { Consensus } from './agree-findings.ts';
import { composeFindings } from './compose-findings.ts';
import type { MemberTotal } from './review-state.ts';

const FILE = 'src/a.ts';

const accepted = (said: Partial<Finding> = {}): Finding =>
  sampleFinding({
    severity: 'MEDIUM',
    title: 'Off by one',
    issue: 'The last element is never looked at',
    category: 'logic',
    confidence: 0.9,
    file: FILE,
    line: 10,
    ...said,
  });

/** As the agent's own record has it. */
const recordAs = (finding: Finding, agent: string, id: string): Finding => {
  const agentRun = finding.model === null ? agent : `${agent} (${finding.model}) ${finding.isCached ? 0 : 1}`;
  return { ...finding, id, agent, agentRun, vetoReason: vetoReasonOf(agent, finding) };
};

interface MemberSketch {
  readonly agent?: string;
  readonly model?: string | null;
  readonly panel?: readonly (string | null)[];
  readonly findings?: readonly Finding[];
  readonly reviewed?: readonly string[];
  readonly opinions?: readonly RunOpinion[];
}

function member(sketch: MemberSketch): MemberTotal {
  const { agent = 'code-quality-reviewer', model = null, findings = [], reviewed = [FILE], opinions = [] } = sketch;
  const panel = sketch.panel ?? [model];
  const reviewer = REVIEWERS.find(({ name }) => name === agent);
  if (reviewer === undefined) throw new Error(`no reviewer ${agent}`);
  const label = panel.length > 1 ? `${agent} (${model ?? 'embedded'})` : agent;
  const recorded = findings.map((finding, i) => recordAs(finding, agent, `${label}/1/${i}`));
  const run = { agent, model, round: 1, wave: 1, findings: recorded, opinions } as unknown as AgentRun;
  return {
    agent,
    reviewer,
    model,
    panel,
    label,
    runs: [run],
    reviewedCount: reviewed.length,
    reviewedFiles: reviewed,
    skippedFiles: [],
    unnamedCount: 0,
    cutoffReason: null,
  };
}

const compose = (members: readonly MemberTotal[], more: Partial<Consensus> = {}) =>
  composeFindings({ members, protocol: 'veto', minAgreement: 1, ...more });
const PANEL = ['m/a', 'm/b', 'm/c'];
/** A panel member on each of three models; the first so many report the same. */
const panelOf = (reporting: number, said: Partial<Finding> = {}): readonly MemberTotal[] =>
  PANEL.map((model, i) =>
    member({ model, panel: PANEL, findings: i < reporting ? [accepted({ ...said, model })] : [] }),
  );

describe('k of n', () => {
  test.each<[string, readonly MemberTotal[], object]>([
    ['a lone reviewer', [member({ model: 'm/a', findings: [accepted({ model: 'm/a' })] })], { k: 1, n: 1 }],
    ['two of three models', panelOf(2), { k: 2, n: 3 }],
    [
      'a model that did not review the file was not asked',
      [...panelOf(2).slice(0, 2), member({ model: 'm/c', panel: PANEL, reviewed: [] })],
      { k: 2, n: 2 },
    ],
    [
      'another reviewer that has the category in its field',
      [
        member({ model: 'm/a', findings: [accepted({ model: 'm/a', category: 'error-handling' })] }),
        member({ agent: 'go-reviewer', model: 'm/a' }),
        member({ agent: 'documentation-reviewer', model: 'm/a' }),
      ],
      { k: 1, n: 2 },
    ],
    [
      'one that reports outside its field is heard',
      [
        member({ model: 'm/a', findings: [accepted({ model: 'm/a' })] }),
        member({ agent: 'security-reviewer', model: 'm/a', findings: [accepted({ model: 'm/a' })] }),
      ],
      { k: 2, n: 2 },
    ],
    [
      'analyzers beside a model speak with a voice of their own',
      [member({ model: 'm/a', findings: [accepted({ rule: 'r' }), accepted({ model: 'm/a' })] })],
      { k: 2, n: 2 },
    ],
    [
      'analyzers beside a model are not asked about what they have no rule for',
      [member({ model: 'm/a', findings: [accepted({ model: 'm/a' })] })],
      { k: 1, n: 1 },
    ],
    [
      'on a panel their silence counts',
      [
        member({ model: null, panel: [null, 'm/a'] }),
        member({ model: 'm/a', panel: [null, 'm/a'], findings: [accepted({ model: 'm/a' })] }),
      ],
      { k: 1, n: 2 },
    ],
    [
      'the same rule beside three models is one voice',
      PANEL.map((model) => member({ model, panel: PANEL, findings: [accepted({ rule: 'r' })] })),
      { k: 1, n: 4 },
    ],
    [
      'embedded reviewers ask nobody else',
      [member({ findings: [accepted({ rule: 'r', category: 'error-handling' })] }), member({ agent: 'go-reviewer' })],
      { k: 1, n: 1 },
    ],
    [
      'a fallback speaks for the model it stands in for',
      [member({ model: 'm/a', findings: [accepted({ model: 'm/z' })] })],
      { k: 1, n: 1 },
    ],
    [
      'a fallback that is a panel member itself is one voice, not two',
      [
        member({ model: 'm/a', panel: ['m/a', 'm/b'], findings: [accepted({ model: 'm/b' })] }),
        member({ model: 'm/b', panel: ['m/a', 'm/b'], findings: [accepted({ model: 'm/b' })] }),
      ],
      { k: 1, n: 2 },
    ],
  ])('%s [FACT-14]', (_name, members, agreement) => {
    expect(compose(members).map((finding) => finding.agreement)).toEqual([agreement]);
  });

  test('a rule that says the same more gravely beside another model is not taken for a repetition', () => {
    const said = (severity: Severity) => accepted({ rule: 'r', severity });
    const drawn = [
      member({ model: 'm/a', panel: ['m/a', 'm/b'], findings: [said('LOW')] }),
      member({ model: 'm/b', panel: ['m/a', 'm/b'], findings: [said('HIGH')] }),
    ];
    for (const order of [drawn, drawn.toReversed()])
      expect(compose(order).map(({ severity }) => severity)).toContain('HIGH');
  });

  test('orders findings: agreement raises confidence, a lone word among three keeps more than half of it', () => {
    const [alone, two, all] = [1, 2, 3].map((k) => compose(panelOf(k))[0]?.confidence ?? 0);
    expect([alone, two, all]).toEqual([0.45, 0.825, 0.999]);
    expect(compose([member({ model: 'm/a', findings: [accepted({ model: 'm/a' })] })])[0]?.confidence).toBe(0.675);
    const ranked = compose([
      member({
        model: 'm/a',
        panel: PANEL,
        findings: [accepted({ line: 90, title: 'x', issue: 'x', model: 'm/a' }), accepted({ model: 'm/a' })],
      }),
      member({ model: 'm/b', panel: PANEL, findings: [accepted({ model: 'm/b' })] }),
    ]);
    expect(ranked.map(({ line }) => line)).toEqual([10, 90]);
  });

  test('what a rule found does not lose by the silence of models', () => {
    const members = PANEL.map((model) => member({ model, panel: PANEL, findings: [accepted({ rule: 'r' })] }));
    expect(compose(members)[0]?.confidence).toBe(0.9);
  });
});

test('what only the host may say of a finding is not taken from an agent', () => {
  const extra = { refuted_by: ['x'], rejection_reason: 'y', suppression_reason: 'z', doubt: 'd', effort: 'small' };
  const [told] = compose([member({ findings: [accepted({ extra })] })]).map(toReportFinding);
  expect(told?.extra).toEqual({ effort: 'small' });
});

describe('opinions of a second round', () => {
  const opinion = (
    stance: 'confirm' | 'refute',
    { model = 'm/b', id = 'code-quality-reviewer (m/a)/1/0' } = {},
  ): RunOpinion => ({ stance, model, reports: [id] });
  const judged = (said: Partial<Finding>, ...stances: readonly (RunOpinion | null)[]) =>
    compose(
      PANEL.map((model, i) => {
        const stance = stances[i] ?? null;
        return member({
          model,
          panel: PANEL,
          findings: i === 0 ? [accepted({ ...said, model })] : [],
          opinions: stance === null ? [] : [stance],
        });
      }),
      { protocol: 'ci' },
    )[0];

  test('whose words are told is named first, however the rules are called', () => {
    const rule = (name: string, said: Partial<Finding>) => accepted({ rule: name, cwe: 'CWE-78', ...said });
    const [finding] = compose([
      member({ agent: 'security-reviewer', findings: [rule('a-guess', { confidence: 0.5 })] }),
      member({ agent: 'code-quality-reviewer', findings: [rule('z-proof', { confidence: 0.9, title: 'Proved' })] }),
    ]);
    expect([finding?.title, finding?.reportedBy.map((by) => by.rule)]).toEqual(['Proved', ['z-proof', 'a-guess']]);
  });

  test('a confirmation is a voice and is attributed', () => {
    const finding = judged({}, null, opinion('confirm'));
    expect(finding?.agreement).toEqual({ k: 2, n: 3 });
    expect(finding?.reportedBy.map(({ model }) => model)).toEqual(['m/a', 'm/b']);
    expect(finding?.confidence).toBe(compose(panelOf(2))[0]?.confidence);
  });

  test('a stand-in is named, and does not count twice where it is a panel member', () => {
    const named = judged({}, null, opinion('confirm', { model: 'm/z' }));
    expect(named?.reportedBy.map(({ model }) => model)).toEqual(['m/a', 'm/z']);
    expect(judged({}, null, null, opinion('confirm', { model: 'm/a' }))?.agreement).toEqual({ k: 1, n: 3 });
  });

  test('a finding that one refutes is for a person to decide, and says who', () => {
    expect(judged({}, null, opinion('refute'))).toMatchObject({
      status: 'needs_manual',
      agreement: { k: 1, n: 3 },
      remarks: { refuted_by: ['code-quality-reviewer (m/b)'] },
    });
  });

  test.each<[string, Partial<Finding>]>([
    ['HIGH of security', { severity: 'HIGH', category: 'injection' }],
    ['what the host rejected', { status: 'rejected' }],
  ])('%s keeps its status', (_name, said) => {
    expect(judged(said, null, opinion('refute'))?.status).toBe(said.status ?? 'confirmed');
  });

  test('nobody judges its own report, or one it was not shown', () => {
    expect(judged({}, opinion('refute'), opinion('refute', { id: 'somebody/1/0' }))).toMatchObject({
      status: 'confirmed',
      agreement: { k: 1, n: 3 },
    });
  });
});

const MODELS = ['m/a', 'm/b', null] as const;
const said = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  category: fc.constantFrom('logic', 'injection', 'testing', null),
  cwe: fc.constantFrom(null, null, 'CWE-89', 'CWE-400'),
  line: fc.integer({ min: 1, max: 30 }),
  title: fc.constantFrom('Off by one', 'Query built from input', 'No test'),
  rule: fc.constantFrom(null, null, 'r'),
});
const members = fc
  .array(
    fc.record({
      agent: fc.constantFrom(...REVIEWERS.map(({ name }) => name)),
      model: fc.constantFrom(...MODELS),
      said: fc.array(said, { maxLength: 4 }),
      hasReviewed: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((drawn) => {
    const unique = [...new Map(drawn.map((each) => [`${each.agent}/${each.model}`, each])).values()];
    return unique.map(({ agent, model, said: words, hasReviewed }) =>
      member({
        agent,
        model,
        panel: unique.filter((each) => each.agent === agent).map((each) => each.model),
        reviewed: hasReviewed ? [FILE] : [],
        findings: words.map((each) =>
          accepted({ ...each, issue: each.title, model: each.rule === null ? model : null }),
        ),
      }),
    );
  });
const settings = fc.record({
  protocol: fc.constantFrom(...CONSENSUS_PROTOCOLS),
  minAgreement: fc.integer({ min: 1, max: 5 }),
});

const GRAVE: readonly Severity[] = ['CRITICAL', 'HIGH'];

describe('whatever is reported and however it is decided', () => {
  test('k is never above n, confidence is a share, and grave security, vetoes and rules always stand [FACT-14]', () => {
    fc.assert(
      fc.property(members, settings, (drawn, chosen) => {
        for (const finding of compose(drawn, chosen)) {
          expect(finding.agreement.k).toBeGreaterThan(0);
          expect(finding.agreement.k).toBeLessThanOrEqual(finding.agreement.n);
          expect(finding.confidence).toBeGreaterThanOrEqual(0);
          expect(finding.confidence).toBeLessThanOrEqual(1);
          const isSecurity =
            finding.cwe !== null ||
            finding.category === 'injection' ||
            finding.reportedBy.some(({ agent }) => /^(?:security|vulnerability)-/u.test(agent));
          const mustStand =
            (GRAVE.includes(finding.severity) && isSecurity) ||
            finding.vetoReason !== null ||
            finding.reportedBy.some(({ rule }) => rule !== null);
          if (mustStand) expect(finding.status).toBe('confirmed');
          if (finding.status === 'rejected') expect(finding.remarks.rejection_reason).toMatch(/agree/u);
        }
      }),
      { numRuns: times(100, 10_000) },
    );
  });

  test('nothing is dropped, every attribution is kept, and a decision changes neither severity nor place', () => {
    fc.assert(
      fc.property(members, settings, (drawn, chosen) => {
        const open = compose(drawn);
        const decided = compose(drawn, chosen);
        const essence = (all: typeof open) =>
          all.map((f) => JSON.stringify([f.severity, f.file, f.line, f.reportedBy, f.agreement])).sort();
        expect(essence(decided)).toEqual(essence(open));
        const voices = new Set(open.flatMap((f) => f.reportedBy.map((by) => `${by.agent}/${by.model}/${by.rule}`)));
        for (const { agent, runs } of drawn)
          for (const { model, rule } of runs.flatMap((run) => run.findings))
            expect(voices).toContain(`${agent}/${model}/${rule}`);
      }),
      { numRuns: times(100, 10_000) },
    );
  });

  test('the order of reviewers and models does not matter', () => {
    fc.assert(
      fc.property(members, settings, fc.infiniteStream(fc.nat()), (drawn, chosen, keys) => {
        const key = new Map(drawn.map((each) => [each, keys.next().value]));
        const shuffled = drawn.toSorted((a, b) => (key.get(a) ?? 0) - (key.get(b) ?? 0));
        const essence = (all: readonly MemberTotal[]) =>
          compose(all, chosen).map((f) => [
            f.id,
            f.severity,
            f.line,
            f.status,
            f.agreement,
            f.confidence,
            f.reportedBy,
          ]);
        expect(essence(shuffled)).toEqual(essence(drawn));
      }),
      { numRuns: times(100, 10_000) },
    );
  });
});
