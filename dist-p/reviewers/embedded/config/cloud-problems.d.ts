export declare const CLOUD_PROBLEMS: {
    readonly 'cloud-open-port': {
        readonly severity: 'HIGH';
        readonly category: 'owasp';
        readonly cwe: 'CWE-284';
        readonly dimension: 'D8';
        readonly title: 'Port {what} is open to the whole internet';
        readonly issue: 'Remote shells, databases and administration ports are found by scanners within minutes.';
        readonly recommendation: 'Name the networks that need it: `cidr_blocks = ["10.0.0.0/8"]`, or go through a bastion or VPN.';
    };
    readonly 'cloud-public-storage': {
        readonly severity: 'HIGH';
        readonly category: 'owasp';
        readonly cwe: 'CWE-732';
        readonly dimension: 'D8';
        readonly title: 'The storage is open to everyone: {what}';
        readonly issue: 'Anyone on the internet can list or read what lies there, with `write` also replace it.';
        readonly recommendation: 'Keep it private and serve public files through a distribution with access of its own.';
    };
    readonly 'cloud-public-access-allowed': {
        readonly severity: 'LOW';
        readonly category: 'owasp';
        readonly cwe: 'CWE-732';
        readonly dimension: 'D8';
        readonly title: 'The guard against public access is off: {what}';
        readonly issue: 'A single wrong policy or object rule then opens the storage to everyone.';
        readonly recommendation: 'Set all four to true: `block_public_acls`, `block_public_policy`, `ignore_public_acls`, `restrict_public_buckets`.';
    };
    readonly 'cloud-public-database': {
        readonly severity: 'HIGH';
        readonly category: 'owasp';
        readonly cwe: 'CWE-284';
        readonly dimension: 'D8';
        readonly title: 'The database has a public address';
        readonly issue: 'It can be reached from the internet, so its password and its patch level are all that protects it.';
        readonly recommendation: 'Keep it in private subnets: `publicly_accessible = false`.';
    };
    readonly 'cloud-unencrypted-storage': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-311';
        readonly dimension: 'D7';
        readonly title: 'What is stored is not encrypted: {what}';
        readonly issue: 'Snapshots, backups and discarded disks can be read by whoever gets hold of them.';
        readonly recommendation: 'Switch it on (`storage_encrypted = true`, `encrypted = true`), with a key of your own where needed.';
    };
    readonly 'cloud-all-rights': {
        readonly severity: 'HIGH';
        readonly category: 'auth';
        readonly cwe: 'CWE-732';
        readonly dimension: 'D3';
        readonly title: 'The policy allows every action on everything';
        readonly issue: 'Whoever gets these credentials owns the whole account.';
        readonly recommendation: 'Name actions and resources: `Action: ["s3:GetObject"]`, `Resource: "arn:aws:s3:::bucket/*"`.';
    };
    readonly 'cloud-anyone-may': {
        readonly severity: 'MEDIUM';
        readonly category: 'auth';
        readonly cwe: 'CWE-732';
        readonly dimension: 'D3';
        readonly title: 'The policy allows everyone: {what}';
        readonly issue: 'The principal is anyone, with or without an account, and no condition narrows it.';
        readonly recommendation: 'Name the accounts or services: `Principal: { AWS: "arn:aws:iam::<account>:role/app" }`.';
        readonly confidence: 'medium';
    };
    readonly 'cloud-plain-traffic': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-319';
        readonly dimension: 'D7';
        readonly title: 'Traffic without encryption is accepted: {what}';
        readonly issue: 'Credentials and data on the way can be read and changed.';
        readonly recommendation: 'Allow encrypted connections only: `https_only`, `redirect-to-https`, `require_ssl = true`.';
    };
    readonly 'cloud-old-tls': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-327';
        readonly dimension: 'D7';
        readonly title: 'Outdated TLS is accepted: {what}';
        readonly issue: 'Versions before TLS 1.2 have known attacks and are switched off in browsers.';
        readonly recommendation: 'Ask for TLS 1.2 at least: `min_tls_version = "TLS1_2"`, `TLSv1.2_2021`.';
    };
    readonly 'cloud-metadata-v1': {
        readonly severity: 'LOW';
        readonly category: 'owasp';
        readonly cwe: 'CWE-918';
        readonly dimension: 'D6';
        readonly title: 'The metadata service answers without a token';
        readonly issue: 'A server-side request forgery on this machine then reads the credentials of its role.';
        readonly recommendation: 'Set `http_tokens = "required"`.';
    };
    readonly 'cloud-module-not-pinned': {
        readonly severity: 'LOW';
        readonly category: 'supply-chain';
        readonly cwe: 'CWE-829';
        readonly dimension: 'D10';
        readonly title: 'The module follows a branch: {what}';
        readonly issue: 'The next `init` fetches whatever lies there by then and applies it with the rights of the operator.';
        readonly recommendation: 'Name a tag or commit: `?ref=v1.4.2`.';
    };
};
export declare const isOpenNetwork: (text: string) => boolean;
/** The first sensitive port of a range, `all` for all ports, or null. */
export declare function findSensitivePort(from: number, to: number): string | null;
/** A policy as text (JSON or HCL): an allowing statement with every action on every resource. */
export declare function findLooseStatement(policy: string): 'all-rights' | 'anyone' | null;
