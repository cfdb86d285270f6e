/**
 * The files of a run, sent once: texts by their hash, compressed, and a manifest that says which path has which text. Workers
 * read these alone; they need no checkout. What does not fit is named in the manifest, and said where it is in scope.
 */
import { z } from 'zod';
import type { SettingsFile, Snapshot } from '../../ports.ts';
import type { Database } from './database.ts';
declare const manifestSchema: z.ZodObject<{
    selection: z.ZodString;
    branch: z.ZodNullable<z.ZodString>;
    isChange: z.ZodBoolean;
    warnings: z.ZodArray<z.ZodString>;
    entries: z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
        kind: z.ZodLiteral<"file">;
        path: z.ZodString;
        language: z.ZodNullable<z.ZodString>;
        changed: z.ZodNullable<z.ZodArray<z.ZodObject<{
            start: z.ZodInt;
            end: z.ZodInt;
        }, z.core.$strip>>>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"ignored">;
        path: z.ZodString;
        reason: z.ZodEnum<{
            binary: "binary";
            generated: "generated";
            ignored: "ignored";
            "outside-root": "outside-root";
            "too-large": "too-large";
            unreadable: "unreadable";
            vendored: "vendored";
        }>;
    }, z.core.$strip>], "kind">>;
    files: z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodObject<{
        hash: z.ZodString;
        bytes: z.ZodInt;
    }, z.core.$strip>, z.ZodObject<{
        reason: z.ZodEnum<{
            binary: "binary";
            generated: "generated";
            ignored: "ignored";
            "outside-root": "outside-root";
            "too-large": "too-large";
            unreadable: "unreadable";
            vendored: "vendored";
        }>;
    }, z.core.$strip>]>>;
    bases: z.ZodRecord<z.ZodString, z.ZodString>;
    settings: z.ZodRecord<z.ZodString, z.ZodArray<z.ZodObject<{
        path: z.ZodString;
        text: z.ZodString;
    }, z.core.$strip>>>;
}, z.core.$strip>;
export type Manifest = z.infer<typeof manifestSchema>;
export interface SnapshotLimits {
    /** Of the texts together, before they are compressed. */
    readonly maxBytes: number;
}
export declare const DEFAULT_SNAPSHOT_LIMITS: SnapshotLimits;
export interface SentSnapshot {
    readonly id: string;
    /** Files that agents could have looked at and that were left out, since they did not fit. */
    readonly leftOut: number;
    /** Texts that had to be sent, since the database did not have them. */
    readonly sentTexts: number;
}
export interface SnapshotStore {
    send(snapshot: Snapshot, settings: Manifest['settings'], limits: SnapshotLimits): Promise<SentSnapshot>;
    load(id: string): Promise<Manifest>;
    /** Throws where the text is not there or not the one that was sent. */
    text(hash: string): Promise<string>;
}
export declare const createSnapshotStore: (database: Database) => SnapshotStore;
/** Settings that a run asks for by name, as they are here. */
export declare const readSettingsOf: (names: readonly string[], read: (name: string) => Promise<readonly SettingsFile[]>) => Promise<Manifest['settings']>;
export {};
