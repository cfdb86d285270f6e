/** `plan`: everything up to dispatch with the same selector as the run, and nothing after it. */
import { setFlagsFromString } from 'node:v8';
import { planAuditDocument } from '../../engine/audit/plan-document.ts';
import { planReview } from '../../engine/review/plan-review.ts';
import { EXIT } from '../../errors.ts';
import { renderPlan } from '../../report/formats.ts';
import { readAuditFlags, scopeOfCells } from '../../wiring/audit-flags.ts';
import { createAuditPlanPorts, createAuditRequest } from '../../wiring/audit-ports.ts';
import { narrowRequest, readReviewDimensions } from '../../wiring/review-dimensions.ts';
import { addPlanReuse, createPlanPorts, createReviewRequest } from '../../wiring/review-ports.ts';
import { loadCliSettings } from '../load-settings.ts';
import { openReuse, warnOfReuse } from '../open-reuse.ts';
import { openStore, warnOfStore } from '../open-store.ts';
import { chooseFormat, probeOutputs, readFileOutputs, writeOutputs } from '../outputs.ts';
import type { Flags } from '../program.ts';
import { watchIndex } from '../progress/index-progress.ts';
import { readSelection } from '../selection.ts';
import type { Terminal } from '../streams.ts';
import { wantsColor } from '../terminal-settings.ts';

export async function runPlanCommand(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const outputs = readFileOutputs(flags);
  await probeOutputs(terminal, outputs);
  // Half the memory of a large plan would be a young generation grown for records that are kept anyway.
  setFlagsFromString('--semi-space-growth-factor=1');
  const isAudit = positional[0] === 'audit';
  const selection = await readSelection(
    terminal,
    dropPlaybook(positional),
    scopeOfCells(flags, dropPlaybook(positional)),
  );
  const settings = await loadCliSettings(terminal, flags, selection);
  await using _repository = settings.repository;
  using store = await openStore(terminal, settings.repository);
  using reuse = await openReuse(terminal, flags, settings);
  const created = await addPlanReuse(createPlanPorts(settings, store), settings, selection, reuse?.reuse ?? null);
  const ports = { ...created, index: watchIndex(created.index, terminal, flags) };
  const plan = isAudit
    ? await planAuditDocument(createAuditRequest(settings, selection, readAuditFlags(flags)), {
        ...ports,
        ...createAuditPlanPorts(settings),
        mayReuse: reuse?.reuse.mayRecall === true,
      })
    : await planReview(narrowRequest(createReviewRequest(settings, selection), readReviewDimensions(flags)), ports);
  warnOfStore(terminal, store);
  warnOfReuse(terminal, reuse);
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

const dropPlaybook = (positional: readonly string[]): readonly string[] =>
  positional[0] === 'review' || positional[0] === 'audit' ? positional.slice(1) : positional;
