/**
 * The small review as a process: `node small-child.ts STATE_DIR SIZE [RUN]`, the report on standard output. `CRASH_AT=7:inside`
 * ends it by SIGKILL at that moment of the seventh write to the run store.
 */
import { enableCompileCache } from 'node:module';
import type { WatchWrite } from '../../src/runs/store/run-database.ts';
import type { RunSize } from './small-project.ts';

const [stateDir = '', size = 'tiny', id = null] = process.argv.slice(2);
const { CRASH_AT } = process.env;

const watch: WatchWrite = ({ number, moment }) => {
  if (`${number}:${moment}` === CRASH_AT) process.kill(process.pid, 'SIGKILL');
};

// As the command line does: a second start is quick.
enableCompileCache();
const { runSmall } = await import('./small-run.ts');
const place = { stateDir, watch };
const { report, warnings } = await runSmall({ place, id, environment: process.env, size: size as RunSize });
for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
process.stdout.write(JSON.stringify(report));
