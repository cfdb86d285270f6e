/** What import and export statements say, read from their text. Never throws; what it cannot read it leaves out. */
import type { OutlineExport, OutlineImport } from '../../outline-port.ts';
import type { RuleFamily } from '../analyzers/rule-pack.ts';
export declare function readImports(text: string, family: RuleFamily, line: number): readonly OutlineImport[];
/** `const x = require('m')` and `const { a, b: c } = require('m').d`. */
export declare function readRequire(target: string, value: string, line: number): readonly OutlineImport[];
/** `export …` of JavaScript; `head` is enough of the statement to see what it names. */
export declare function readExports(statement: string, line: number): readonly OutlineExport[];
/** `module.exports = …` and `exports.x = …`. */
export declare function readAssignedExport(target: string, value: string, line: number): readonly OutlineExport[];
