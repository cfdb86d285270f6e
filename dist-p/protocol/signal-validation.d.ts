import { type ParsedSignal } from './signal-text.ts';
export declare const CHECK_NAMES: readonly ['template', 'length', 'required_fields', 'field_types', 'coordinator_type', 'work_remaining', 'context_usage_percent', 'requires_continuation', 'type_fields'];
export type CheckName = (typeof CHECK_NAMES)[number];
interface CheckResult {
    readonly name: CheckName;
    readonly ok: boolean;
    readonly message: string;
}
export interface SignalValidation {
    readonly valid: boolean;
    readonly results: readonly CheckResult[];
}
/** Takes a text, read strictly, or a parsed signal, whose mended values still count as wrong. */
export declare function validateSignal(signal: string | ParsedSignal): SignalValidation;
export {};
