/**
 * Defines the type of a function that is called with every event of a run (protocol/report/run-events.ts). engine/ calls it;
 * cli/progress/, telemetry/ and fleet/ listen.
 */
import type { RunEvent } from '../protocol/report/run-events.ts';

export type Emit = (event: RunEvent) => void;
