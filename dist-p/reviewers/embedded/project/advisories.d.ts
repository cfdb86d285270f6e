/**
 * Analyzer of vulnerability-reviewer: exact versions from manifests and lock files against a source of known
 * vulnerabilities. Without a source it is absent and says that advisories were not checked.
 */
import type { Analyzer } from '../../../ports.ts';
import type { AdvisorySource } from '../../../protocol/advisory-source.ts';
export declare const NO_ADVISORIES = "advisories not checked: no source configured";
export interface AdvisoriesAnalyzer extends Analyzer {
    readonly absence: string | null;
}
export declare function createAdvisoriesAnalyzer(source: AdvisorySource | null): AdvisoriesAnalyzer;
