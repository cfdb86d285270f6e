/**
 * Order of versions as each ecosystem defines it: semver for npm and Go, PEP 440 for PyPI, Gem::Version for RubyGems.
 * Text that is no version has no order: null, never a guess.
 */
export declare const ADVISORY_ECOSYSTEMS: readonly ['npm', 'PyPI', 'Go', 'RubyGems'];
/** Names as OSV writes them. */
export type AdvisoryEcosystem = (typeof ADVISORY_ECOSYSTEMS)[number];
/** Negative, zero or positive; null where one of them is no version. */
export declare function compareVersions(ecosystem: AdvisoryEcosystem, a: string, b: string): number | null;
