/**
 * The command line with a hand on the run store, for tests in a process of their own: the run id is chosen (what an audit
 * samples depends on it), and the process is killed, or the disk fails, at the write and the moment that are named.
 * KEEP_RUN=id, KEEP_FAULT=kill|ENOSPC|EIO:write:before|inside|after
 */
import { createTerminal } from '../../src/cli/process-terminal.ts';
import { runCli } from '../../src/cli/run-command.ts';
import type { StoreWrite } from '../../src/runs/store/run-database.ts';

const [fault = '', number = '', moment = ''] = (process.env.KEEP_FAULT ?? '').split(':');
const { KEEP_RUN: id } = process.env;

/** SQLITE_FULL and SQLITE_IOERR_WRITE. */
const CODES: Readonly<Record<string, number>> = { ENOSPC: 13, EIO: 778 };

function watch(write: StoreWrite): void {
  if (fault === '' || write.moment !== moment) return;
  if (fault === 'kill' && write.number === Number(number)) process.kill(process.pid, 'SIGKILL');
  // A disk that is full stays full.
  if (fault in CODES && write.number >= Number(number)) {
    throw Object.assign(new Error(fault === 'EIO' ? 'disk I/O error' : 'database or disk is full'), {
      code: 'ERR_SQLITE_ERROR',
      errcode: CODES[fault],
    });
  }
}

const terminal = createTerminal((code) => process.exit(code));
const runPlace = { watch, ...(id === undefined ? {} : { chooseId: () => id }) };
process.exitCode = await runCli(process.argv.slice(2), { ...terminal, runPlace });
