/** Runs the benchmarks and prints them as ratios: `npm run bench`, or `npm run bench -- parse` for those whose name has the word. */
import { benchAudit } from './audit.ts';
import type { BenchResult } from './bench-result.ts';
import { benchBudget } from './budget.ts';
import { benchChangeView } from './change-view.ts';
import { benchColdPlan, benchColdScale, benchHardText } from './cold-plan.ts';
import { benchEmbedded } from './embedded.ts';
import { benchFleet } from './fleet.ts';
import { benchHook } from './hook.ts';
import { benchHostileText } from './hostile-text.ts';
import { benchIndexCold, benchIndexScale, benchIndexWarm, benchSearchTime } from './index-search.ts';
import { benchJournal } from './journal.ts';
import { benchLanguageServer } from './language-server.ts';
import { benchMerge } from './merge-findings.ts';
import { benchOtherVersion } from './other-version.ts';
import { benchOverhead } from './overhead.ts';
import { benchParse } from './parse-agent-outputs.ts';
import { benchRunsList } from './runs-list.ts';
import { benchDjango, benchQuality } from './search-quality.ts';
import { benchStart } from './start-up.ts';
import { benchStreamMemory } from './stream-memory.ts';
import { benchTransfer } from './transfer.ts';

const BENCHES: Readonly<Record<string, () => Promise<readonly BenchResult[]>>> = {
  parse: benchParse,
  merge: benchMerge,
  start: benchStart,
  'cold-plan': benchColdPlan,
  'cold-scale': benchColdScale,
  'hard-text': benchHardText,
  'hostile-text': benchHostileText,
  'index-cold': benchIndexCold,
  'index-scale': benchIndexScale,
  'index-warm': benchIndexWarm,
  'search-time': benchSearchTime,
  'search-quality': benchQuality,
  'search-django': benchDjango,
  'change-view': benchChangeView,
  embedded: benchEmbedded,
  'other-version': benchOtherVersion,
  budget: benchBudget,
  overhead: benchOverhead,
  'stream-memory': benchStreamMemory,
  audit: benchAudit,
  transfer: benchTransfer,
  journal: benchJournal,
  'runs-list': benchRunsList,
  fleet: benchFleet,
  hook: benchHook,
  lsp: () => benchLanguageServer(),
};

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  for (const row of await bench()) {
    const values = `${row.ours.toFixed(2)} ${row.unit} against ${row.peer.toFixed(2)} (${row.peerName})`;
    console.log(
      `${row.name}: ${values}, ratio ${row.ratio.toFixed(3)}, ${row.rounds} rounds${row.note === null ? '' : `; ${row.note}`}`,
    );
  }
}
