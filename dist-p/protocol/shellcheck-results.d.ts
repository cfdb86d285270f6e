/** Reads the list ShellCheck gives for one script, of the library (`column`) or of `shellcheck -f json`. Never throws. */
import { type ToolOutput } from './tool-hits.ts';
export declare function parseShellcheckResults(path: string, results: unknown): ToolOutput;
