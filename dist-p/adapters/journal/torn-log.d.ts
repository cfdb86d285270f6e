/** Bytes of an unfinished write behind the last whole transaction; 0 where the log ends well, or is empty. */
export declare function measureTornEnd(log: Uint8Array): number;
