/** The ten audit dimensions (FACT-01) and the marks of their coverage: words inside, emoji only on the wire. */

export const DIMENSIONS = ['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8', 'D9', 'D10'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** How a dimension is covered: by following sinks, by checking controls, or by reading configuration. */
export type Track = 'sink' | 'control' | 'config';

export interface DimensionProfile {
  readonly name: string;
  readonly track: Track;
}

export const DIMENSION_PROFILES: Readonly<Record<Dimension, DimensionProfile>> = {
  D1: { name: 'Injection', track: 'sink' },
  D2: { name: 'Authentication', track: 'config' },
  D3: { name: 'Authorization', track: 'control' },
  D4: { name: 'Deserialization', track: 'sink' },
  D5: { name: 'File operations', track: 'sink' },
  D6: { name: 'SSRF', track: 'sink' },
  D7: { name: 'Cryptography', track: 'config' },
  D8: { name: 'Configuration', track: 'config' },
  D9: { name: 'Business logic', track: 'control' },
  D10: { name: 'Supply chain', track: 'config' },
};

export type CoverageStatus = 'covered' | 'shallow' | 'missing' | 'not-applicable';

export const COVERAGE_SYMBOLS = { covered: '✅', shallow: '⚠️', missing: '❌', 'not-applicable': 'N/A' } as const;
export type CoverageSymbol = (typeof COVERAGE_SYMBOLS)[CoverageStatus];

/** Status of every dimension. */
export type DimensionCoverage = Readonly<Record<Dimension, CoverageStatus>>;

/** What is said of each dimension, in their order. */
export const byDimension = <T>(tell: (dimension: Dimension) => T): Readonly<Record<Dimension, T>> =>
  Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, tell(dimension)])) as Record<Dimension, T>;

/** The marks of every dimension. */
export const formatCoverage = (coverage: DimensionCoverage): Readonly<Record<Dimension, CoverageSymbol>> =>
  byDimension((dimension) => COVERAGE_SYMBOLS[coverage[dimension]]);

export const isDimension = (value: unknown): value is Dimension => DIMENSIONS.includes(value as Dimension);
export const compareDimensions = (a: Dimension, b: Dimension): number => DIMENSIONS.indexOf(a) - DIMENSIONS.indexOf(b);
export const formatCoverageSymbol = (status: CoverageStatus): CoverageSymbol => COVERAGE_SYMBOLS[status];

/** Reads a mark; the warning sign with or without its variation selector (AUD-21). */
export function parseCoverageSymbol(text: string): CoverageStatus | null {
  switch (text.trim().replace(/️/gu, '')) {
    case '✅':
      return 'covered';
    case '⚠':
      return 'shallow';
    case '❌':
      return 'missing';
    case 'N/A':
      return 'not-applicable';
    default:
      return null;
  }
}
