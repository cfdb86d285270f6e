/** The type of a listener to the events of a run (protocol/report/run-events.ts). */
import type { RunEvent } from '../protocol/report/run-events.ts';

export type Emit = (event: RunEvent) => void;
