import { type Release } from './host.ts';
export declare const pluginFiles: (release: Release) => ReadonlyMap<string, string>;
