/** What a finding must tell to be compared with others, and the one order in which findings are compared (FACT-09). */
import { type Severity } from './severity.ts';
export interface Mergeable {
    readonly id: string | null;
    readonly agent: string;
    /**
     * In which sitting the agent said it, where it had several (models, waves, rounds). What one sitting reports twice is two
     * problems; what another sitting reports may be the same one again. The agent itself where there was only one.
     */
    readonly sitting?: string | undefined;
    readonly severity: Severity;
    readonly confidence: number;
    readonly file: string | null;
    readonly line: number | null;
    readonly endLine: number | null;
    readonly cwe: string | null;
    readonly rule: string | null;
    readonly category: string | null;
    readonly title: string;
    readonly issue: string;
    readonly evidence: string | null;
    readonly source: string | null;
    /** What the untrusted value reaches, as `code :line`. */
    readonly sink?: string | null | undefined;
    /** The dependencies it speaks of; findings about different ones are never one. */
    readonly subjects?: readonly string[] | undefined;
    readonly flow: string | null;
}
export declare const sittingOf: ({ agent, sitting }: Mergeable) => string;
export declare const isPlaced: ({ file, line }: Mergeable) => boolean;
export declare const firstLine: ({ line }: Mergeable) => number;
export declare const lastLine: ({ line, endLine }: Mergeable) => number;
/** Names of the dependencies a finding is about (FACT-12), without their versions. */
export declare const subjectsOf: ({ dependency }: Readonly<Record<string, unknown>>) => readonly string[];
/** A total order on everything that tells two findings apart, by place first. */
export declare function compareFindings(a: Mergeable, b: Mergeable): number;
/** Its words; a title that only repeats the beginning counts once. */
export declare const textOf: ({ title, issue }: Mergeable) => string;
/** The one that tells it best: the surest, then with a flow, then the gravest, then an agent before a rule (FACT-09). */
export declare const pickTelling: <T extends Mergeable>(members: readonly T[]) => T;
