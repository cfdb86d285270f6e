/**
 * A reviewer that is a model (HOST-01..03, HOST-10, HOST-16). The host meters, hands out, records and stops; the model only
 * reads and writes. What analyzers found comes first and stands whatever the model says.
 */
import type { Driver } from '../../ports.ts';
import { type ModelDriverOptions } from './open-conversation.ts';
export declare function createModelDriver(options: ModelDriverOptions): Driver;
