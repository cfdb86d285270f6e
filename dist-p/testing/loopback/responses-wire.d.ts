/** OpenAI Responses, as a server writes it. */
import { type Wire } from './wire.ts';
export declare const responsesWire: Wire;
