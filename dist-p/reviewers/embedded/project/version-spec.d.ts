/** Judges how far a version specification leaves open what will be installed. Text alone; no registry is asked. */
import type { Severity } from '../../../protocol/severity.ts';
import type { DeclaredDependency, Ecosystem } from './package-manifest.ts';
export interface SpecWeakness {
    readonly rule: string;
    readonly severity: Severity;
    readonly category: 'outdated' | 'confusion';
    readonly cwe: string;
    readonly problem: string;
    readonly advice: string;
}
export declare function judgeSpec(ecosystem: Ecosystem, dependency: DeclaredDependency): SpecWeakness | null;
