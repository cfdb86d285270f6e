/** A plan: everything up to dispatch, with the same settings and the same selector as the run. */
import type { Index } from '../ports/file-index.ts';
import type { PlanDocument } from '../protocol/report/plan-document.ts';
import { openPlaybook } from './playbooks.ts';
import { addPlanReuse, createPlanPorts } from './review-ports.ts';
import { configPathOf, openReuse, openStore, type RunCall, warnOf } from './run-call.ts';
import { loadSettings, type Settings } from './settings.ts';

export interface PlannedRun {
  readonly plan: PlanDocument;
  readonly settings: Settings;
}

export async function planRun(
  call: RunCall,
  surface: { warn(message: string): void; watchIndex?(index: Index): Index },
): Promise<PlannedRun> {
  const settings = await loadSettings({ ...call, configPath: configPathOf(call) });
  await using _repository = settings.repository;
  const { selection, flags } = call;
  const playbook = await openPlaybook(call.playbook, { settings, selection, flags });
  using store = await openStore(call);
  using reuse = await openReuse(call, settings);
  const ports = await addPlanReuse(createPlanPorts(settings, store), settings, selection, reuse?.reuse ?? null);
  try {
    return {
      plan: await playbook.plan({ ...ports, index: surface.watchIndex?.(ports.index) ?? ports.index }),
      settings,
    };
  } finally {
    warnOf(surface, store, reuse);
  }
}
