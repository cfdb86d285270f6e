/**
 * The drill at length: `node test/soak/fleet.ts [jobs] [kills]`, by default 10,000 jobs over 300 kills, 20 restarts of the
 * database and 50 zombies. Exits 1 where anything was lost or done twice.
 */
import { runDrill } from '../fleet/drill.ts';
import { startPostgres, whyNoPostgres } from '../fleet/postgres.ts';
import { createRandom } from '../fleet/random.ts';

const [jobs = 10_000, kills = 300] = process.argv.slice(2).map(Number);
const whyNot = await whyNoPostgres();
if (whyNot !== null) {
  console.log(whyNot);
  process.exit(0);
}
const seed = Date.now() % 1_000_000;
console.log(`seed ${seed}: ${jobs} jobs, 4 workers, ${kills} kills`);
await using server = await startPostgres();
const result = await runDrill(server, {
  jobs,
  workers: 4,
  kills,
  restarts: Math.ceil(kills / 15),
  zombies: Math.ceil(kills / 6),
  limitMs: 4 * 3_600_000,
  random: createRandom(seed),
  onProgress: (line) => console.log(line),
});
console.log(JSON.stringify(result));
process.exitCode = result.done === jobs && result.lost === 0 && result.doubles === 0 ? 0 : 1;
