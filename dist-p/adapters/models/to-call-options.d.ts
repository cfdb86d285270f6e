/** Our request in the form the SDK's models take. Cache marks go where the provider looks for them. */
import type { TurnRequest } from '../../model-port.ts';
import type { ProviderEntry } from './providers.ts';
import type { SdkCallOptions } from './sdk-model.ts';
export declare function toCallOptions(request: TurnRequest, { entry, model }: {
    readonly entry: ProviderEntry;
    readonly model: string;
}, abortSignal: AbortSignal): SdkCallOptions;
