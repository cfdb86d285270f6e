/**
 * Defines the audit dimensions (D1, D2 …), a row each: name, track, goal, what is required for full coverage (FACT-01, FACT-02);
 * also the symbols of their coverage (✅ ⚠️ ❌ N/A). Used by engine/audit/, protocol/coverage/ and reports. Code for one dimension
 * alone names it: `git grep -wE "D[0-9]+" src ':!*.test.ts' ':!*.json' ':!src/analyzers'`.
 */

/** What a check is missing for, in a report. Every check of a row has its text here. */
export const MISSING_CHECKS = {
  middleware: 'the guards were not all read',
  'token-lifecycle': 'no token, password or session was followed from a request to its end',
  'key-lifecycle': 'no key, hash or random value was followed from a request to its end',
  'external-reach': 'no path from outside was examined',
  'type-lists': 'no list of allowed types was looked for',
  'path-to-call': 'no path was followed to the file system call',
  scheme: 'schemes were not examined',
  address: 'addresses were not examined',
  rebinding: 'rebinding was not examined',
  'main-files': 'the main files were not all read',
  'production-against-development': 'production was not compared with development',
  'versions-against-cves': 'versions were not compared with advisories',
} as const;
export type Check = keyof typeof MISSING_CHECKS;

interface CommonProfile {
  readonly name: string;
  /** What an agent is asked to do. */
  readonly goal: string;
  /** A gap here weighs most. */
  readonly isCore?: boolean;
  /** Does not apply to a library. */
  readonly isServerOnly?: boolean;
}

/** Covered by following calls back to where data enters. */
interface SinkProfile extends CommonProfile {
  readonly track: 'sink';
  /** Complete flows that are needed, or all there are. */
  readonly flows: number;
  readonly checks: readonly Check[];
}

/** Covered by verifying endpoints and following chains from end to end. */
interface ControlProfile extends CommonProfile {
  readonly track: 'control';
  readonly chains: { readonly kind: 'sensitive endpoint' | 'workflow'; readonly needed: number };
}

/** Covered by reading configuration. */
interface ConfigProfile extends CommonProfile {
  readonly track: 'config';
  readonly checks: readonly Check[];
}

export type DimensionProfile = SinkProfile | ControlProfile | ConfigProfile;
export type Track = DimensionProfile['track'];

const ROWS = {
  D1: {
    name: 'Injection',
    track: 'sink',
    isCore: true,
    flows: 3,
    checks: [],
    goal: 'follow at least three flows from where data enters to the interpreter it reaches: SQL, shell, LDAP, template, expression, NoSQL, XPath, markup',
  },
  D2: {
    name: 'Authentication',
    track: 'config',
    isCore: true,
    isServerOnly: true,
    checks: ['middleware', 'token-lifecycle'],
    goal: 'read the whole authentication middleware and follow a token from its making to its end',
  },
  D3: {
    name: 'Authorization',
    track: 'control',
    isCore: true,
    isServerOnly: true,
    chains: { kind: 'sensitive endpoint', needed: 5 },
    goal: 'follow the whole chain of checks of at least five sensitive endpoints, and compare who may create, read, update and delete at least three kinds of resource',
  },
  D4: {
    name: 'Deserialization',
    track: 'sink',
    flows: 1,
    checks: ['external-reach', 'type-lists'],
    goal: 'find out whether entry points of deserialization can be reached from outside, and which types they accept',
  },
  D5: {
    name: 'File operations',
    track: 'sink',
    flows: 1,
    checks: ['path-to-call'],
    goal: 'follow path parameters to the calls of the file system',
  },
  D6: {
    name: 'SSRF',
    track: 'sink',
    isServerOnly: true,
    flows: 1,
    checks: ['scheme', 'address', 'rebinding'],
    goal: 'examine how the scheme, the address and its resolution are checked before a request is sent',
  },
  D7: {
    name: 'Cryptography',
    track: 'config',
    checks: ['key-lifecycle'],
    goal: 'follow keys from their making through storage and use to their end',
  },
  D8: {
    name: 'Configuration',
    track: 'config',
    checks: ['main-files', 'production-against-development'],
    goal: 'read the main configuration files and compare production with development',
  },
  D9: {
    name: 'Business logic',
    track: 'control',
    chains: { kind: 'workflow', needed: 2 },
    goal: 'follow at least two workflows from end to end: order, amounts, repetition, skipped steps',
  },
  D10: {
    name: 'Supply chain',
    track: 'config',
    checks: ['versions-against-cves'],
    goal: 'compare the versions of the main dependencies with known vulnerabilities',
  },
} as const satisfies Readonly<Record<string, DimensionProfile>>;

export type Dimension = keyof typeof ROWS;
/** In the order of the rows. */
export const DIMENSIONS = Object.keys(ROWS) as readonly Dimension[];
export const DIMENSION_PROFILES: Readonly<Record<Dimension, DimensionProfile>> = ROWS;

/** The dimensions of one track. */
export type DimensionOf<T extends Track> = {
  [D in Dimension]: (typeof ROWS)[D]['track'] extends T ? D : never;
}[Dimension];

export const isOfTrack = <T extends Track>(dimension: Dimension, track: T): dimension is DimensionOf<T> =>
  ROWS[dimension].track === track;

/** Complete flows that a sink dimension needs, where the project has so many. */
export const flowsOf = (dimension: DimensionOf<'sink'>): number => ROWS[dimension].flows;

/** What a control dimension follows from end to end, and how many of them. */
export const chainsOf = (dimension: DimensionOf<'control'>): ControlProfile['chains'] => ROWS[dimension].chains;

/** Checks that rows of the sink track name. */
export type SinkCheck = (typeof ROWS)[DimensionOf<'sink'>]['checks'][number];

/** Checks behind a covered dimension, beside the counts of its track. */
export const sinkChecksOf = (dimension: DimensionOf<'sink'>): readonly SinkCheck[] => ROWS[dimension].checks;
export const checksOf = (dimension: DimensionOf<'sink' | 'config'>): readonly Check[] => ROWS[dimension].checks;

export const COVERAGE_STATUSES = ['covered', 'shallow', 'missing', 'not-applicable'] as const;
export type CoverageStatus = (typeof COVERAGE_STATUSES)[number];

export const COVERAGE_SYMBOLS = {
  covered: '✅',
  shallow: '⚠️',
  missing: '❌',
  'not-applicable': 'N/A',
} as const satisfies Record<CoverageStatus, string>;
export type CoverageSymbol = (typeof COVERAGE_SYMBOLS)[CoverageStatus];

/** Status of every dimension. */
export type DimensionCoverage = Readonly<Record<Dimension, CoverageStatus>>;

/** What is said of each dimension, in their order. */
export const byDimension = <T>(tell: (dimension: Dimension) => T): Readonly<Record<Dimension, T>> =>
  Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, tell(dimension)])) as Record<Dimension, T>;

/** The symbols of every dimension. */
export const formatCoverage = (coverage: DimensionCoverage): Readonly<Record<Dimension, CoverageSymbol>> =>
  byDimension((dimension) => COVERAGE_SYMBOLS[coverage[dimension]]);

export const isDimension = (value: unknown): value is Dimension => DIMENSIONS.includes(value as Dimension);
export const compareDimensions = (a: Dimension, b: Dimension): number => DIMENSIONS.indexOf(a) - DIMENSIONS.indexOf(b);
export const formatCoverageSymbol = (status: CoverageStatus): CoverageSymbol => COVERAGE_SYMBOLS[status];

/** Reads a symbol; the warning sign with or without its variation selector (AUD-21). */
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
