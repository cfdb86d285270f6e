/** Events of work that goes on while somebody listens: handed out in order, and nothing is lost when the work ends. */
export interface EventQueue<T> {
    push(event: T): void;
    /** Events until the work has ended, then its result. */
    drain<R>(work: Promise<R>): AsyncGenerator<T, R>;
}
export declare function createEventQueue<T>(): EventQueue<T>;
