import { type Release } from './host.ts';
export declare const formatPhases: (release: Release) => string;
