/** The endpoint and permission matrix: what each endpoint touches, how sensitive it is, and whether rights agree (FACT-02). */
import type { Endpoint, EntryPoint, ResourceRights } from './recon.ts';
import type { JoinedRoute } from './routes/join-routes.ts';
export declare function toEntryPoint({ draft, route, handler, handlerName }: JoinedRoute): EntryPoint;
export declare function toEndpoint(joined: JoinedRoute): Endpoint;
export declare function rateResources(endpoints: readonly Endpoint[]): readonly ResourceRights[];
