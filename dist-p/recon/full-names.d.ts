/** What a callee is called in full: `run` after `import { exec as run } from 'node:child_process'` is `child_process.exec`. */
import type { OutlineCall, SourceOutline } from '../outline-port.ts';
/** With dots between all parts, and without the signs of variables. */
export declare const dotted: (callee: string) => string;
/** Name of an expression with its root replaced by what was imported under it. */
export declare function fullName(file: SourceOutline, expression: string): string;
export declare function fullCallee(file: SourceOutline, call: OutlineCall): string;
/** Module that a variable's value comes from: `express` for `const app = express()`. Null where nothing says. */
export declare function originOf(file: SourceOutline, name: string): string | null;
