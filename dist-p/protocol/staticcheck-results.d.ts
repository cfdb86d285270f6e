/** Reads `staticcheck -f json`: one JSON object per line; `compile` entries say what could not be checked. Never throws. */
import { type ToolOutput } from './tool-hits.ts';
export declare function parseStaticcheckResults(text: string): ToolOutput;
