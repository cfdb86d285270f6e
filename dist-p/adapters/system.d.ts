import type { AgentHost, Clock, Ids, Journal } from '../ports.ts';
export declare const createSystemClock: () => Clock;
/** Run ids sort by time: `20261115T230741Z-4f2a9c`. */
export declare const createRandomIds: (clock: Clock) => Ids;
/** Runs every step and remembers nothing: for runs that cannot be resumed. */
export declare const createPassingJournal: () => Journal;
/** Agents run in this process. */
export declare const createLocalHost: () => AgentHost;
