import { type AdvisorySource } from '../../protocol/advisory-source.ts';
export declare function createOsvDatabase(path: string): AdvisorySource;
