/** A plan: everything up to dispatch, with the same settings and the same selector as the run. */
import type { Index } from '../ports/file-index.ts';
import type { PlanDocument } from '../protocol/report/plan-document.ts';
import { openPlaybook } from './playbooks.ts';
import { addPlanReuse, createPlanPorts } from './review-ports.ts';
import { addHistory, openReuse, openStore, type RunCall, settingsRequestOf, tellWarnings, warnOf } from './run-call.ts';
import { loadSettings, type Settings } from './settings.ts';
import { openTimeLimit } from './time-limit.ts';

export interface PlannedRun {
  readonly plan: PlanDocument;
  readonly settings: Settings;
}

const NEVER = new AbortController().signal;

export async function planRun(
  call: RunCall,
  surface: { warn(message: string): void; watchIndex?(index: Index): Index },
): Promise<PlannedRun> {
  const { beganAt = performance.now() } = call;
  const { selection, flags } = call;
  const loaded = await loadSettings(settingsRequestOf(call));
  tellWarnings(loaded, surface);
  await using _repository = loaded.repository;
  const settings = await addHistory(loaded, flags);
  const playbook = await openPlaybook(call.playbook, { settings, selection, flags });
  const { signal } = openTimeLimit(NEVER, settings.config.deadlineMs, { beganAt });
  using store = await openStore(call);
  using reuse = await openReuse(call, settings);
  const ports = await addPlanReuse(
    await createPlanPorts(settings, store, {
      environment: call.environment,
      signal,
      isAudit: call.playbook === 'audit',
    }),
    settings,
    selection,
    reuse?.reuse ?? null,
  );
  const outgoing =
    flags.showOutgoing === true
      ? { listOutgoing: (await import('./outgoing.ts')).createListOutgoing(call, settings) }
      : {};
  try {
    return {
      plan: await playbook.plan({
        ...ports,
        ...outgoing,
        index: surface.watchIndex?.(ports.index) ?? ports.index,
        signal,
      }),
      settings,
    };
  } finally {
    warnOf(surface, store, reuse);
  }
}
