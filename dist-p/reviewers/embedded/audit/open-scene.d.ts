import type { Snapshot } from '../../../ports.ts';
import type { Survey } from '../../../recon/survey-project.ts';
import type { AuditScene } from './audit-scene.ts';
import type { EmbeddedScan } from './scan-baseline.ts';
export declare function openScene({ recon, symbols }: Survey, scan: EmbeddedScan, files: readonly {
    readonly path: string;
    readonly language: string | null;
}[], snapshot: Pick<Snapshot, 'read'>): AuditScene;
