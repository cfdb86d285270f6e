import type { FunctionRef } from '../project-symbols.ts';
import type { Guard } from '../recon.ts';
export declare function findHandlerGuards({ file, index }: FunctionRef): readonly Guard[];
