/** The languages of a project as areas of work: which family each file counts to, and how many lines each has (AUD-10). Pure. */
import type { IndexedFile } from '../../ports.ts';
import type { LanguageShare } from '../../protocol/deal-dimensions.ts';
export interface LanguageAreas {
    readonly shares: readonly LanguageShare[];
    /** Manifests, settings and documents go with the language of the nearest folder that has one. */
    areaOf(path: string): string | null;
}
export declare function mapLanguages(files: readonly Pick<IndexedFile, 'path' | 'language' | 'loc'>[]): LanguageAreas;
