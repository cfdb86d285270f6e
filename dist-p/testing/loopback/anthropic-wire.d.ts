import { type Wire } from './wire.ts';
export declare const anthropicWire: Wire;
