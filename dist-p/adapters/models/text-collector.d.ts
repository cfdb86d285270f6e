/** Collects text that arrives in small pieces without keeping a string object per piece. */
export interface TextCollector {
    add(piece: string): void;
    text(): string;
    isEmpty(): boolean;
}
export declare function createTextCollector(): TextCollector;
