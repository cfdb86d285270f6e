/** Web servers, databases and remote access: settings that open them or weaken what protects them. */
import type { LineRule } from './line-rules.ts';
export declare const SERVER_RULES: readonly LineRule[];
