/** `plan`: everything up to dispatch with the same selector as the run, and nothing after it. */
import { setFlagsFromString } from 'node:v8';
import type { createAuditPlanPorts } from '../audit-wiring.ts';
import type { AuditPlanPorts } from '../engine/audit/plan-audit-document.ts';
import { planReview } from '../engine/plan-review.ts';
import { EXIT } from '../errors.ts';
import type { Index, Selection } from '../ports.ts';
import type { PlanDocument } from '../protocol/plan-document.ts';
import { renderPlan } from '../report/formats.ts';
import type { Settings } from '../settings.ts';
import { createPlanPorts, createReviewRequest } from '../wiring.ts';
import { watchIndex } from './index-progress.ts';
import { loadCliSettings } from './load-settings.ts';
import { openStore, warnOfStore } from './open-store.ts';
import { chooseFormat, probeOutputs, readFileOutputs, writeOutputs } from './outputs.ts';
import type { Flags } from './program.ts';
import { readSelection } from './selection.ts';
import type { Terminal } from './streams.ts';
import { wantsColor } from './terminal-taste.ts';

export async function runPlanCommand(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const outputs = readFileOutputs(flags);
  await probeOutputs(terminal, outputs);
  // Half the memory of a large plan would be a young generation grown for records that are kept anyway.
  setFlagsFromString('--semi-space-growth-factor=1');
  const [playbook, scope] = takePlaybook(positional);
  const selection = await readSelection(terminal, scope, flags);
  const settings = await loadCliSettings(terminal, flags, selection);
  await using _repository = settings.repository;
  using store = await openStore(terminal, settings.repository);
  const watched = <T extends { readonly index: Index }>(ports: T): T => ({
    ...ports,
    index: watchIndex(ports.index, terminal, flags),
  });
  const plan = await (playbook === 'audit'
    ? planOfAudit(flags, selection, settings, (create) => watched(create(settings, store)))
    : planReview(createReviewRequest(settings, selection), watched(createPlanPorts(settings, store))));
  warnOfStore(terminal, store);
  await writeOutputs(terminal, outputs, (name) => renderPlan(name, plan, { color: false, width: 100, verbose: false }));
  const format = chooseFormat(settings.config.format, terminal);
  terminal.stdout.write(
    renderPlan(format, plan, {
      color: wantsColor(terminal, flags),
      width: terminal.stdout.columns ?? 100,
      verbose: flags.verbose === true,
    }),
  );
  return EXIT.ok;
}

/** Loaded on demand: the plan of a review pays for nothing of an audit. */
async function planOfAudit(
  flags: Flags,
  selection: Selection,
  settings: Settings,
  open: (create: typeof createAuditPlanPorts) => AuditPlanPorts,
): Promise<PlanDocument> {
  const [wiring, { planAuditDocument }, { readAuditFlags }] = await Promise.all([
    import('../audit-wiring.ts'),
    import('../engine/audit/plan-audit-document.ts'),
    import('./audit-flags.ts'),
  ]);
  const request = wiring.createAuditRequest(settings, selection, readAuditFlags(flags));
  return planAuditDocument(request, open(wiring.createAuditPlanPorts));
}

/** `plan audit src` plans an audit of src; without a name a review is planned. */
const takePlaybook = (positional: readonly string[]): readonly ['review' | 'audit', readonly string[]] =>
  positional[0] === 'audit' || positional[0] === 'review'
    ? [positional[0], positional.slice(1)]
    : ['review', positional];
