/**
 * Where a process of the analyzer pool begins. Plain JavaScript, as src/cli/bin.js: its modules come from the compile cache of the
 * command, and are found without a look on the disk.
 */
import { resolveOwnModules } from './own-modules.js';

resolveOwnModules();
await import('./serve-analyzer-list.ts');
