import type { McpServer } from '@modelcontextprotocol/server';
import type { MeasuringCounter } from '../context/measure-text.ts';
import { type Project, type ProjectDoor } from './open-project.ts';
/** Brings the index of a project up to date; `isWhole` forgets files it no longer has. */
export declare const refreshProject: (project: Project, counter: MeasuringCounter, signal: AbortSignal) => Promise<void>;
export declare function addIndexTool(server: McpServer, door: ProjectDoor, counter: MeasuringCounter): void;
