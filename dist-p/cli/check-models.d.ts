import type { Settings } from '../settings.ts';
import type { Check } from './doctor-check.ts';
import type { Terminal } from './streams.ts';
/** Models of the configuration are called once each; providers are only looked at. */
export declare function checkModels(settings: Settings, terminal: Terminal): Promise<readonly Check[]>;
