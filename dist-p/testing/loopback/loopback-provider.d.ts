import { type LoopbackReply, type LoopbackRequest, type LoopbackUsage, type WireFormat } from './script.ts';
export interface LoopbackProvider {
    /** `http://127.0.0.1:PORT/v1`, the base URL for every wire format. */
    readonly baseUrl: string;
    /** Keys and addresses of every provider we know that speaks one of the formats, to be used as an environment. */
    readonly environment: Readonly<Record<string, string>>;
    /** Every request in the order of arrival, scripted or not. */
    readonly requests: readonly LoopbackRequest[];
    /** What a provider would bill for all replies that began with status 200. */
    readonly billed: () => Required<LoopbackUsage>;
    /** Appends replies to the script. */
    enqueue(...replies: readonly LoopbackReply[]): void;
    /** Answers every request the script has no reply for, like a model that reads what it is asked. */
    otherwise(reply: (request: LoopbackRequest) => LoopbackReply): void;
    /** What went against the script: requests nobody expected, checks that failed, replies nobody asked for. */
    problems(): readonly string[];
    /** Throws where there are problems. */
    assertPlayed(): void;
    /** Ends every connection. */
    close(): Promise<void>;
}
/** An address that no resolver knows, for the failure of name resolution. */
export declare const UNRESOLVABLE_BASE_URL = "http://provider.invalid/v1";
/** Models of the three wire formats, as `--model` names them. */
export declare const LOOPBACK_MODELS: Readonly<Record<WireFormat, string>>;
export declare function startLoopbackProvider(...script: readonly LoopbackReply[]): Promise<LoopbackProvider>;
