/** Web frameworks and app platforms: settings that are for development and must not ship. */
import type { LineRule } from './line-rules.ts';
export declare const FRAMEWORK_RULES: readonly LineRule[];
