import { type ExternalAnalyzer, type ExternalHost } from './external-analyzer.ts';
export declare function createGosecAnalyzer(host: ExternalHost): ExternalAnalyzer;
