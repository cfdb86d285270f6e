/** Reads `bandit -f json`. Never throws. */
import { type ToolOutput } from './tool-hits.ts';
export declare function parseBanditResults(text: string): ToolOutput;
