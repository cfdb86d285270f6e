/**
 * Runs as the main module of each child process that runs analyzers (embedded-reviewers.ts names it,
 * reviewers/embedded/portion-process.ts starts it): sets V8 flags, loads serve-analyzer-list.ts (from the startup cache of a checkout
 * where there is one) and serves requests of the parent process. Plain JavaScript, as src/cli/bin.js, so that the modules behind it
 * come from the command's compile cache.
 */
import { resolveOwnModules } from './own-modules.js';
import { prepareScan } from './v8-settings.js';

prepareScan();
const isCheckout = import.meta.url.endsWith('/src/wiring/analyzer-process.js');
const kept = isCheckout ? (await import('./kept-program.js')).openProgram('analyzers', 'scan') : null;
if (kept === null) resolveOwnModules();
const { serveAnalyzerList } = kept?.exports ?? (await import('./serve-analyzer-list.ts'));
await serveAnalyzerList(kept?.keep);
