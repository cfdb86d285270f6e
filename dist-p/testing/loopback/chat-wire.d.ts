import { type Wire } from './wire.ts';
export declare const chatWire: Wire;
