/**
 * A hand on the run store: the id of the run is chosen (what an audit samples depends on it), and the process is killed, or the
 * disk fails, at the write and the moment that are named: `kill|ENOSPC|EIO:write:before|inside|after`.
 */
import type { Terminal } from '../../src/cli/streams.ts';
import type { StoreWrite } from '../../src/runs/store/run-database.ts';

/** SQLITE_FULL and SQLITE_IOERR_WRITE. */
const CODES: Readonly<Record<string, number>> = { ENOSPC: 13, EIO: 778 };

export function createRunPlace(id: string | undefined, fault = ''): NonNullable<Terminal['runPlace']> {
  const [kind = '', number = '', moment = ''] = fault.split(':');
  return {
    watch(write: StoreWrite) {
      if (kind === '' || write.moment !== moment) return;
      if (kind === 'kill' && write.number === Number(number)) process.kill(process.pid, 'SIGKILL');
      // A disk that is full stays full.
      if (kind in CODES && write.number >= Number(number)) {
        throw Object.assign(new Error(kind === 'EIO' ? 'disk I/O error' : 'database or disk is full'), {
          code: 'ERR_SQLITE_ERROR',
          errcode: CODES[kind],
        });
      }
    },
    ...(id === undefined ? {} : { chooseId: () => id }),
  };
}
