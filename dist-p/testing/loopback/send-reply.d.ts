/** Sends one scripted reply over a socket: paced, held back where the client is slow, and cut where the fault says so. */
import type { ServerResponse } from 'node:http';
import type { LoopbackReply } from './script.ts';
import { type Wire } from './wire.ts';
export declare function sendReply(response: ServerResponse, reply: LoopbackReply, wire: Wire, request: {
    model: string;
    isStreaming: boolean;
}): Promise<void>;
