/**
 * Runs `serve`: starts the dashboard of stored runs (web/) on a local port, prints its address and waits for Ctrl-C. Also stores what
 * the user decides there: dismissals in the suppressions file, confirmations in the state folder. Called by run-command.ts.
 */
import { spawn } from 'node:child_process';
import { EXIT, ReviewError } from '../../errors.ts';
import type { SuppressionEntry } from '../../protocol/findings/suppression-schema.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import type { StoredRun } from '../../protocol/report/stored-run.ts';
import { createRepository } from '../../repository/repository.ts';
import type { Dashboard, Decision } from '../../web/app.ts';
import { serveDashboard } from '../../web/serve.ts';
import {
  readConfirmations,
  readSuppressions,
  updateSuppressions,
  writeConfirmation,
} from '../../wiring/suppressions.ts';
import type { Flags } from '../command-declaration.ts';
import { withRuns } from '../run-history.ts';
import type { MeantRuns } from '../select-runs.ts';
import { findRoot, findStateDir } from '../state-folder.ts';
import type { Terminal } from '../streams.ts';
import { nameUser } from './dismiss-command.ts';

const POLL_MS = 500;

export async function runServeCommand(
  terminal: Terminal,
  _positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const port = readPort(flags);
  // A database is opened once; the store of this machine may only come to be while the dashboard is open.
  if (flags.database !== undefined) await withRuns(terminal, flags, (meant) => show(terminal, flags, port, meant));
  else await show(terminal, flags, port, null);
  return EXIT.ok;
}

async function show(terminal: Terminal, flags: Flags, port: number, shared: MeantRuns | null): Promise<void> {
  await using served = await serveDashboard(port, {
    root: shared?.root ?? findRoot(terminal, flags),
    withRuns: (work) =>
      shared === null ? withRuns(terminal, flags, ({ history }) => work(history)) : work(shared.history),
    ...openDecisions(terminal, flags, shared !== null),
    pollMs: POLL_MS,
    signal: terminal.interrupt,
  }).catch((error: unknown) => {
    throw new ReviewError('bad-value', `--port ${port}: ${error instanceof Error ? error.message : String(error)}.`, {
      advice: 'Choose another port, or leave it out to take a free one.',
      cause: error,
    });
  });
  terminal.stdout.write(`${served.address}\n`);
  terminal.stderr.write('The dashboard answers on this machine alone, to whoever has this address. Ctrl-C ends it.\n');
  if (flags.open === true) openBrowser(terminal, served.addressOnce());
  await new Promise<void>((resolve) => {
    if (terminal.interrupt.aborted) resolve();
    terminal.interrupt.addEventListener('abort', () => resolve(), { once: true });
  });
}

function readPort({ port }: Flags): number {
  if (port === undefined) return 0;
  const number = Number(port);
  if (Number.isSafeInteger(number) && number >= 0 && number <= 65_535) return number;
  throw new ReviewError('bad-value', `--port ${String(port)}: expected a number from 0 to 65535.`);
}

/** Decisions are kept as `dismiss` keeps them. Runs of a fleet have no folder here: then the current one is meant. */
function openDecisions(terminal: Terminal, flags: Flags, isShared: boolean): Pick<Dashboard, 'decisions' | 'decide'> {
  const stateDir = findStateDir(terminal);
  const rootOf = (run: StoredRun): string => (isShared ? findRoot(terminal, flags) : run.root);
  return {
    async decisions(run) {
      await using repository = await createRepository({ root: rootOf(run) });
      const dismissed = await readSuppressions(repository, { kind: 'all' }, stateDir).catch(() => []);
      const confirmed = await readConfirmations(rootOf(run), stateDir);
      return [
        ...confirmed.map(
          (each): Decision => ({ kind: 'confirmed', fingerprint: each.fingerprint, reason: each.reason }),
        ),
        ...dismissed.flatMap(({ kind, fingerprint, reason }): readonly Decision[] =>
          kind === 'dismissal' && fingerprint !== null ? [{ kind: 'dismissed', fingerprint, reason }] : [],
        ),
      ];
    },
    async decide(run, decision, report) {
      const { kind, fingerprint, reason } = decision;
      const by = nameUser(terminal);
      try {
        if (kind === 'confirmed') {
          const isKept = await writeConfirmation(rootOf(run), stateDir, { fingerprint, reason, by });
          return isKept ? null : 'The folder of the run is not there.';
        }
        await using repository = await createRepository({ root: rootOf(run) });
        const entry = toEntry(report, decision, by);
        await updateSuppressions(repository, stateDir, (before) => [
          ...before.filter((each) => each.fingerprint !== fingerprint),
          entry,
        ]);
        return null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}

function toEntry({ findings }: ReportDocument, { fingerprint, reason }: Decision, by: string | null): SuppressionEntry {
  const finding = findings.find((each) => each.fingerprint === fingerprint);
  return {
    kind: 'dismissal',
    fingerprint,
    rule: finding?.reported_by.find(({ rule }) => rule !== null)?.rule ?? null,
    path: finding?.file ?? null,
    reason,
    until: null,
    by,
  };
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

function openBrowser({ stderr }: Terminal, address: string): void {
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...before, address], { stdio: 'ignore', detached: true });
  child.on('error', () => stderr.write(`warning: ${program} is not there; open the address yourself\n`));
  child.unref();
}
