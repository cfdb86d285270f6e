import { type ExternalAnalyzer, type ExternalHost } from './external-analyzer.ts';
export declare function createStaticcheckAnalyzer(host: ExternalHost): ExternalAnalyzer;
