/**
 * The rules of the protocol for those who build their own engine, `consensus-review/protocol`. Each folder says in its own index
 * what of it is public; everything else may change with any version.
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
