/** Single settings of Terraform resources that open, weaken or expose them: a table, so that a provider's next one is a line. */
export interface TerraformSetting {
    readonly kind: RegExp;
    readonly attribute: string;
    readonly value: RegExp;
    readonly rule: string;
    /** Nested blocks on the way to the attribute. */
    readonly within?: readonly string[];
}
export declare const TERRAFORM_SETTINGS: readonly TerraformSetting[];
