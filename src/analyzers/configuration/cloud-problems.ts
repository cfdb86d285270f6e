/** What can be wrong with cloud resources, in words, whichever language describes them; and which ports are sensitive. */
import type { Catalog } from './problem.ts';

export const CLOUD_PROBLEMS = {
  'cloud-open-port': {
    severity: 'HIGH',
    category: 'owasp',
    cwe: 'CWE-284',
    dimension: 'D8',
    title: 'Port {what} is open to the whole internet',
    issue: 'Remote shells, databases and administration ports are found by scanners within minutes.',
    recommendation: 'Name the networks that need it: `cidr_blocks = ["10.0.0.0/8"]`, or go through a bastion or VPN.',
  },
  'cloud-public-storage': {
    severity: 'HIGH',
    category: 'owasp',
    cwe: 'CWE-732',
    dimension: 'D8',
    title: 'The storage is open to everyone: {what}',
    issue: 'Anyone on the internet can list or read what lies there, with `write` also replace it.',
    recommendation: 'Keep it private and serve public files through a distribution with access of its own.',
  },
  'cloud-public-access-allowed': {
    severity: 'LOW',
    category: 'owasp',
    cwe: 'CWE-732',
    dimension: 'D8',
    title: 'The guard against public access is off: {what}',
    issue: 'A single wrong policy or object rule then opens the storage to everyone.',
    recommendation:
      'Set all four to true: `block_public_acls`, `block_public_policy`, `ignore_public_acls`, `restrict_public_buckets`.',
  },
  'cloud-public-database': {
    severity: 'HIGH',
    category: 'owasp',
    cwe: 'CWE-284',
    dimension: 'D8',
    title: 'The database has a public address',
    issue: 'It can be reached from the internet, so its password and its patch level are all that protects it.',
    recommendation: 'Keep it in private subnets: `publicly_accessible = false`.',
  },
  'cloud-unencrypted-storage': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-311',
    dimension: 'D7',
    title: 'What is stored is not encrypted: {what}',
    issue: 'Snapshots, backups and discarded disks can be read by whoever gets hold of them.',
    recommendation:
      'Switch it on (`storage_encrypted = true`, `encrypted = true`), with a key of your own where needed.',
  },
  'cloud-all-rights': {
    severity: 'HIGH',
    category: 'auth',
    cwe: 'CWE-732',
    dimension: 'D3',
    title: 'The policy allows every action on everything',
    issue: 'Whoever gets these credentials owns the whole account.',
    recommendation: 'Name actions and resources: `Action: ["s3:GetObject"]`, `Resource: "arn:aws:s3:::bucket/*"`.',
  },
  'cloud-anyone-may': {
    severity: 'MEDIUM',
    category: 'auth',
    cwe: 'CWE-732',
    dimension: 'D3',
    title: 'The policy allows everyone: {what}',
    issue: 'The principal is anyone, with or without an account, and no condition narrows it.',
    recommendation: 'Name the accounts or services: `Principal: { AWS: "arn:aws:iam::<account>:role/app" }`.',
    confidence: 'medium',
  },
  'cloud-plain-traffic': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-319',
    dimension: 'D7',
    title: 'Traffic without encryption is accepted: {what}',
    issue: 'Credentials and data on the way can be read and changed.',
    recommendation: 'Allow encrypted connections only: `https_only`, `redirect-to-https`, `require_ssl = true`.',
  },
  'cloud-old-tls': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-327',
    dimension: 'D7',
    title: 'Outdated TLS is accepted: {what}',
    issue: 'Versions before TLS 1.2 have known attacks and are switched off in browsers.',
    recommendation: 'Ask for TLS 1.2 at least: `min_tls_version = "TLS1_2"`, `TLSv1.2_2021`.',
  },
  'cloud-metadata-v1': {
    severity: 'LOW',
    category: 'owasp',
    cwe: 'CWE-918',
    dimension: 'D6',
    title: 'The metadata service answers without a token',
    issue: 'A server-side request forgery on this machine then reads the credentials of its role.',
    recommendation: 'Set `http_tokens = "required"`.',
  },
  'cloud-module-not-pinned': {
    severity: 'LOW',
    category: 'supply-chain',
    cwe: 'CWE-829',
    dimension: 'D10',
    title: 'The module follows a branch: {what}',
    issue: 'The next `init` fetches whatever lies there by then and applies it with the rights of the operator.',
    recommendation: 'Name a tag or commit: `?ref=v1.4.2`.',
  },
} as const satisfies Catalog;

/** Ports of remote shells, desktops, databases and engines. */
const SENSITIVE_PORTS = [
  22, 23, 445, 1433, 1521, 2375, 2376, 2379, 3306, 3389, 5432, 5601, 5672, 5900, 5984, 5985, 6379, 6443, 7001, 8020,
  9042, 9092, 9200, 9300, 10250, 11211, 27017,
] as const;

export const isOpenNetwork = (text: string): boolean => /^(?:0\.0\.0\.0\/0|::\/0|\*|any|internet)$/iu.test(text.trim());

/** The first sensitive port of a range, `all` for all ports, or null. */
export function findSensitivePort(from: number, to: number): string | null {
  if (Number.isNaN(from) || Number.isNaN(to)) return null;
  if (from <= 0 && (to >= 65_535 || to <= 0)) return 'all';
  const port = SENSITIVE_PORTS.find((each) => from <= each && each <= to);
  return port === undefined ? null : String(port);
}

/** A policy as text (JSON or HCL): an allowing statement with every action on every resource. */
export function findLooseStatement(policy: string): 'all-rights' | 'anyone' | null {
  for (const statement of policy.slice(0, 50_000).split(/["']?Sid["']?\s*[:=]|\}\s*,\s*\{/u)) {
    if (!/["']?Effect["']?\s*[:=]\s*["']Allow["']/u.test(statement)) continue;
    const isAll = /["']?Action["']?\s*[:=]\s*\[?\s*["']\*(?::\*)?["']/u.test(statement);
    if (isAll && /["']?Resource["']?\s*[:=]\s*\[?\s*["']\*["']/u.test(statement)) return 'all-rights';
    const isAnyone = /["']?Principal["']?\s*[:=]\s*(?:["']\*["']|\{\s*["']?AWS["']?\s*[:=]\s*\[?\s*["']\*["'])/u.test(
      statement,
    );
    if (isAnyone && !/["']?Condition["']?\s*[:=]/u.test(statement)) return 'anyone';
  }
  return null;
}
