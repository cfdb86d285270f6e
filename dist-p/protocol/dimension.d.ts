/** The ten audit dimensions (FACT-01) and the marks of their coverage: words inside, emoji only on the wire. */
export declare const DIMENSIONS: readonly ['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8', 'D9', 'D10'];
export type Dimension = (typeof DIMENSIONS)[number];
/** How a dimension is covered: by following sinks, by checking controls, or by reading configuration. */
export type Track = 'sink' | 'control' | 'config';
export interface DimensionProfile {
    readonly name: string;
    readonly track: Track;
}
export declare const DIMENSION_PROFILES: Readonly<Record<Dimension, DimensionProfile>>;
export type CoverageStatus = 'covered' | 'shallow' | 'missing' | 'not-applicable';
export declare const COVERAGE_MARKS: {
    readonly covered: '✅';
    readonly shallow: '⚠️';
    readonly missing: '❌';
    readonly 'not-applicable': 'N/A';
};
export type CoverageMark = (typeof COVERAGE_MARKS)[CoverageStatus];
/** Status of every dimension. */
export type DimensionCoverage = Readonly<Record<Dimension, CoverageStatus>>;
export declare const isDimension: (value: unknown) => value is Dimension;
export declare const compareDimensions: (a: Dimension, b: Dimension) => number;
export declare const formatCoverageMark: (status: CoverageStatus) => CoverageMark;
/** Reads a mark; the warning sign with or without its variation selector (AUD-21). */
export declare function parseCoverageMark(text: string): CoverageStatus | null;
