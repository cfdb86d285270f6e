/** ANSI colours by hand, or none: the one place of the formats that writes an escape sequence. */
import type { Verdict } from '../protocol/report-document.ts';
import type { Severity } from '../protocol/severity.ts';
type Paint = (text: string) => string;
export interface Style {
    readonly bold: Paint;
    readonly dim: Paint;
    readonly red: Paint;
    readonly yellow: Paint;
    readonly green: Paint;
    readonly cyan: Paint;
    readonly inverse: Paint;
}
export declare const createStyle: (color: boolean) => Style;
export declare function paintSeverity(style: Style, severity: Severity, text: string): string;
export declare function paintVerdict(style: Style, verdict: Verdict, text: string): string;
export {};
