/** Whether a name says that something guards a request, and what it guards against. Words only; knows no framework. */
import type { GuardKind } from './recon.ts';
/** By its own name, else with the name of what it belongs to: `permissions.IsAuthenticated` asks who, not what for. */
export declare function classifyGuard(name: string): GuardKind | null;
