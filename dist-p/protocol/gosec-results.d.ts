/** Reads `gosec -fmt json`. Never throws. */
import { type ToolOutput } from './tool-hits.ts';
export declare function parseGosecResults(text: string): ToolOutput;
