/** Calls of models and scans of analyzers as lines for people, and as records under the names of the wire. */
import type { WatchedCall, WatchedScan } from '../telemetry-port.ts';
export declare function describeCall(call: WatchedCall): string;
export declare const describeScan: (scan: WatchedScan) => string;
export declare const toCallRecord: (call: WatchedCall) => object;
export declare const toScanRecord: (scan: WatchedScan) => object;
