import { type ExternalAnalyzer, type ExternalHost } from './external-analyzer.ts';
export declare function createBanditAnalyzer(host: ExternalHost): ExternalAnalyzer;
