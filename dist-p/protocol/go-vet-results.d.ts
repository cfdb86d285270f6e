/**
 * Reads `go vet -json`: a JSON object per package, one after the other, with `# package` lines between them; packages that
 * do not compile are told as `file:line:column: message` on the error stream. Never throws.
 */
import { type ToolOutput } from './tool-hits.ts';
export declare function parseGoVetResults(stdout: string, stderr: string): ToolOutput;
