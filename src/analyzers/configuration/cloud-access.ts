/**
 * Says whether an address range is open to everybody, which sensitive port a range of ports contains, and whether an access policy (JSON
 * or HCL as text) allows everything or everyone. Used by terraform-checks.ts and cloudformation-checks.ts.
 */

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
