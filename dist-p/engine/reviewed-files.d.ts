/**
 * Which assigned files an agent has reviewed (HOST-10). A driver that is delivered to is not asked: its files are reviewed
 * when all their lines in scope reached it. A shared prefix is delivery, not review.
 */
import type { Assignment, Driver, ReviewOutcome } from '../ports.ts';
import type { LineRange } from '../protocol/finding.ts';
interface ReviewRecord {
    readonly assignment: Assignment;
    readonly ports: {
        readonly driver: Pick<Driver, 'coverage'>;
    };
    /** Files the driver called done. */
    readonly done: ReadonlySet<string>;
    /** `model` is null where an analyzer found it. */
    readonly findings: readonly {
        readonly file: string;
        readonly model: string | null;
    }[];
}
export declare function listReviewed({ assignment, ports, done, findings }: ReviewRecord, outcome: ReviewOutcome, delivered: Readonly<Record<string, readonly LineRange[]>>): ReadonlySet<string>;
export {};
