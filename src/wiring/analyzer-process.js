/**
 * Where a process of the analyzer pool begins. Plain JavaScript, as src/cli/bin.js: its modules come from the compile cache of the
 * command, and are found without a look on the disk.
 */
import { resolveOwnModules } from './own-modules.js';
import { prepareScan } from './v8-settings.js';

prepareScan();
const isCheckout = import.meta.url.endsWith('/src/wiring/analyzer-process.js');
const kept = isCheckout ? (await import('./kept-program.js')).openProgram('analyzers', 'scan') : null;
if (kept === null) resolveOwnModules();
const { serveAnalyzerList } = kept?.exports ?? (await import('./serve-analyzer-list.ts'));
await serveAnalyzerList(kept?.keep);
