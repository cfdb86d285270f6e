import { type FunctionRef, type ProjectSymbols } from '../project-symbols.ts';
import type { Guard } from '../recon.ts';
import type { RouteDraft, RouteDrafts } from './route-draft.ts';
export interface JoinedRoute {
    readonly draft: RouteDraft;
    readonly route: string | null;
    readonly handler: FunctionRef | null;
    readonly handlerName: string | null;
    readonly guards: readonly Guard[];
}
export declare function joinRoutes({ routes, routers }: RouteDrafts, symbols: ProjectSymbols): readonly JoinedRoute[];
export declare const joinPath: (parts: readonly string[]) => string;
/** Where the handler stands, for readers. */
export declare const placeOf: ({ file, index }: FunctionRef) => {
    readonly file: string;
    readonly line: number;
};
