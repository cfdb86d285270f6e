import type { Config } from './config.ts';
import type { Thresholds } from './protocol/thresholds.ts';
export declare const isCommand: (name: string) => boolean;
export interface ModelMeans {
    readonly modelName: string;
    readonly thresholds: Thresholds;
    readonly maxOutputTokens: number;
    readonly hasTools: boolean;
    readonly feedsAtOnce: boolean;
}
/** Throws ReviewError where money is limited and nobody knows the price. */
export declare function describeMeans(name: string, { maxCostUsd, prices, thresholds, modelsWithoutTools }: Config): ModelMeans;
