export interface TransferError {
    /** `FILES_READ[3]`, `COVERED.D4`. */
    readonly field: string;
    readonly message: string;
}
/** Empty where the transfer may be injected. */
export declare function validateStateTransfer(value: unknown): readonly TransferError[];
