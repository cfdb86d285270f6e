/**
 * Standard input and output as a transport that still answers what it was asked when its input ends, so that requests can
 * be piped into the server. The SDK's own drops what is under way at that moment.
 */
import { type Readable, type Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/server';
export interface DrainingTransport {
    readonly transport: Transport;
    /** Input has ended and everything asked has been answered, or the output is gone. */
    readonly ended: Promise<void>;
}
export declare function createDrainingTransport(stdin: Readable, stdout: Writable): DrainingTransport;
