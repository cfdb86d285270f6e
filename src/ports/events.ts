/** Events of a run, as they happen. */
import type { RunEvent } from '../protocol/report/run-events.ts';

export type Emit = (event: RunEvent) => void;
