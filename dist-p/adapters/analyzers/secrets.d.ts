import type { Analyzer } from '../../ports.ts';
import type { Severity } from '../../protocol/severity.ts';
interface Secret {
    readonly rule: string;
    readonly label: string;
    readonly severity: Severity;
    readonly confidence: number;
    readonly start: number;
    readonly end: number;
    readonly references: readonly string[];
}
export declare function createSecretsAnalyzer(): Analyzer;
/** Where a text that is no file of the repository has secrets, and what each is. Throws where it cannot look. */
export declare function findSecretSpans(text: string, language?: string | null): Promise<readonly Pick<Secret, 'start' | 'end' | 'label'>[]>;
export {};
