import { type ExternalAnalyzer, type ExternalHost } from './external-analyzer.ts';
export declare function createNpmAuditAnalyzer(host: ExternalHost, options: {
    readonly mayUseNetwork: boolean;
}): ExternalAnalyzer;
