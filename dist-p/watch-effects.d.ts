import type { Analyzer } from './ports.ts';
import type { KeyedCaller } from './reviewers/model/recording.ts';
import type { EffectWatch } from './telemetry-port.ts';
/** Stands below recordings: what is played is no call. */
export declare const watchCaller: (caller: KeyedCaller, watch: EffectWatch) => KeyedCaller;
/** An analyzer may learn its version while it scans: what is not wrapped stays the analyzer's own. */
export declare function watchAnalyzer<A extends Analyzer>(analyzer: A, watch: EffectWatch): A;
