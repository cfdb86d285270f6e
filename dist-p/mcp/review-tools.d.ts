import type { McpServer } from '@modelcontextprotocol/server';
import type { Scrub } from '../context/branch-return.ts';
import type { Clock } from '../ports.ts';
import { type ProjectDoor } from './open-project.ts';
import { type ReviewDesk } from './review-desk.ts';
export interface ReviewToolPorts {
    readonly door: ProjectDoor;
    readonly reviews: ReviewDesk;
    readonly scrub: Scrub;
    readonly clock: Clock;
    readonly version: string;
}
export declare function addReviewTools(server: McpServer, ports: ReviewToolPorts): void;
