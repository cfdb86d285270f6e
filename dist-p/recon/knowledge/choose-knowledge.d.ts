import type { Recon } from '../recon.ts';
/** Names of documents such as `express.md`, most telling first, no more than there are turns to read them. */
export declare function chooseKnowledge(recon: Pick<Recon, 'languages' | 'frameworks' | 'entryPoints' | 'loc'>, limit?: number): readonly string[];
