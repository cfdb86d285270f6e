/** Package managers, provisioning and other tools: settings that switch a check off. */
import type { LineRule } from './line-rules.ts';
export declare const TOOL_RULES: readonly LineRule[];
