/**
 * Re-exports the public part of the folders that have an index.ts: the package entry `consensus-review/protocol`, for those who
 * build their own engine. Everything else may change with any version; our own code imports the files themselves.
 */

export * from './budget/index.ts';
export * from './coverage/index.ts';
export * from './findings/index.ts';
export * from './output/index.ts';
export * from './redaction/index.ts';
export * from './report/index.ts';
export * from './reviewers/index.ts';
export * from './rounds/index.ts';
export * from './signals/index.ts';
