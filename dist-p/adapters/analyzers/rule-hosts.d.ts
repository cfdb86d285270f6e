export interface Host {
    readonly inner: 'javascript' | 'ruby';
    extract(text: string): string | null;
}
export declare function findHost(path: string, language: string | null): Host | null;
