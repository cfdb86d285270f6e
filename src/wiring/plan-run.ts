/**
 * Makes the plan of a run without running it: loads settings, opens scope, index and playbook as conduct.ts does, stops before any
 * agent starts, and returns a `PlanDocument` with the settings. With `--show-outgoing` the plan also lists what would be sent. Called
 * by cli/commands/plan-command.ts and by `plan` of the library (index.ts).
 */
import type { Index } from '../ports/file-index.ts';
import type { PlanDocument } from '../protocol/report/plan-document.ts';
import type { KnownServers } from './local-servers.ts';
import { openPlaybook } from './playbooks.ts';
import { addPlanReuse, createPlanPorts, listModels, usesModels } from './review-ports.ts';
import {
  addBroken,
  addHistory,
  openReuse,
  openStore,
  type RunCall,
  settingsRequestOf,
  tellWarnings,
  warnOf,
} from './run-call.ts';
import { loadSettings, type Settings } from './settings.ts';
import { addTeamContext, withContextText } from './team-context.ts';
import { openTimeLimit } from './time-limit.ts';

export interface PlannedRun {
  readonly plan: PlanDocument;
  readonly settings: Settings;
}

const NEVER = new AbortController().signal;

export async function planRun(
  asked: RunCall,
  surface: { warn(message: string): void; watchIndex?(index: Index): Index },
): Promise<PlannedRun> {
  const { beganAt = performance.now() } = asked;
  const call = await withContextText(asked);
  const { selection, flags } = call;
  const loaded = await addTeamContext(await loadSettings(settingsRequestOf(call)), call);
  tellWarnings(loaded, surface);
  await using _repository = loaded.repository;
  const settings = await addHistory(await addBroken(loaded, call), flags);
  const playbook = await openPlaybook(call.playbook, { settings, selection, flags });
  using time = openTimeLimit(NEVER, settings.config.deadlineMs, { beganAt });
  using store = await openStore(call, time);
  using reuse = await openReuse(call, settings);
  const opened = await createPlanPorts(settings, store, {
    environment: call.environment,
    signal: time.signal,
    isAudit: call.playbook === 'audit',
  });
  const ports = await addPlanReuse(opened, settings, selection, reuse?.reuse ?? null);
  const notes =
    call.playbook === 'review' && usesModels(settings)
      ? { measureNotes: await (await import('./shown-notes.ts')).openMeasureNotes(settings, selection, store) }
      : {};
  const outgoing =
    flags.showOutgoing === true
      ? { listOutgoing: (await import('./outgoing.ts')).createListOutgoing(call, settings) }
      : {};
  try {
    const plan = await playbook.plan({
      ...ports,
      ...outgoing,
      ...notes,
      index: surface.watchIndex?.(ports.index) ?? ports.index,
      signal: time.signal,
    });
    return {
      plan: { ...plan, warnings: [...plan.warnings, ...(await warnOfWindows(settings, opened.servers))] },
      settings,
    };
  } finally {
    warnOf(surface, store, reuse);
  }
}

/** Where no model is asked nothing has to be known of servers. */
async function warnOfWindows(settings: Settings, servers: KnownServers): Promise<readonly string[]> {
  if (!usesModels(settings)) return [];
  return (await import('./local-servers.ts')).warnOfServers(listModels(settings), settings.config, servers);
}
