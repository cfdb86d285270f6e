import { type Mergeable } from './mergeable.ts';
export declare function groupVague<T extends Mergeable>(places: readonly (readonly T[])[], vague: readonly T[]): readonly (readonly T[])[];
