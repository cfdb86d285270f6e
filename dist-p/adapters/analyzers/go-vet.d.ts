import { type ExternalAnalyzer, type ExternalHost } from './external-analyzer.ts';
export declare function createGoVetAnalyzer(host: ExternalHost): ExternalAnalyzer;
