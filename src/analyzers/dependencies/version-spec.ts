/**
 * Judges the version that a manifest asks for: fetched over http, from a branch or from a URL, any version, or a lower bound only.
 * Returns a SpecWeakness (rule, severity, texts) or null, from the text alone. Called by dependencies.ts.
 */
import type { Severity } from '../../protocol/findings/severity.ts';
import type { DeclaredDependency, Ecosystem } from '../packages/package-manifest.ts';

export interface SpecWeakness {
  readonly rule: string;
  readonly severity: Severity;
  readonly category: 'outdated' | 'confusion';
  readonly cwe: string;
  readonly problem: string;
  readonly advice: string;
}

const NEVER = /^$a/u;
const LOCAL_HOST = /^\w+(?:\+\w+)?:\/\/(?:[^/@]*@)?(?:localhost|127\.|\[::1\])/u;
const COMMIT = /[#@](?:commit=)?[0-9a-f]{7,40}\b/u;
const SHORTHAND = /^(?:github:|gitlab:|bitbucket:|[\w-]+\/[\w.-]+(?:#|$))/u;
const OPEN_RANGE: Readonly<Record<Ecosystem, RegExp>> = {
  npm: /^\s*>=?\s*v?\d[^<|-]*$/u,
  pypi: /^>=?\s*\d[^<,=]*$/u,
  go: NEVER,
  rubygems: /^['"]>=?\s*\d[^<,]*$/u,
  packagist: /^>=?\s*\d[^<,|]*$/u,
  maven: /^[[(][^,]*,\s*[\])]$/u,
  'crates.io': NEVER,
};
const ANY: Readonly<Record<Ecosystem, RegExp>> = {
  npm: /^(?:|\*|x|latest|next)$/iu,
  pypi: /^\*?$/u,
  go: NEVER,
  rubygems: NEVER,
  packagist: /^(?:\*|dev-(?:master|main))$/u,
  maven: /^(?:LATEST|RELEASE)$/u,
  'crates.io': NEVER,
};

export function judgeSpec(ecosystem: Ecosystem, dependency: DeclaredDependency): SpecWeakness | null {
  const spec = dependency.spec.slice(0, 500);
  if (/^(?:file|link|workspace|portal|catalog|path)\b/u.test(spec)) return null;
  const target = ecosystem === 'npm' ? spec.replace(/^npm:@?[^@]*@?/u, '') : spec;
  return judgeAddress(ecosystem, target) ?? judgeRange(ecosystem, target, dependency.isDevelopment);
}

function judgeAddress(ecosystem: Ecosystem, spec: string): SpecWeakness | null {
  if (/^(?:git\+)?(?:http|git):\/\//u.test(spec) && !LOCAL_HOST.test(spec)) {
    return {
      rule: 'dependency-over-plain-connection',
      severity: 'HIGH',
      category: 'confusion',
      cwe: 'CWE-319',
      problem:
        'is fetched over a connection that is not encrypted: anyone on the network path decides what is installed',
      advice: 'Fetch it over https, and from the registry where it is published.',
    };
  }
  const isGit =
    /^git[+@]|^ssh:|\bgit\s*[:=]|\bgithub\s*[:=]|\.git\b/u.test(spec) || (ecosystem === 'npm' && SHORTHAND.test(spec));
  if (isGit && !COMMIT.test(spec) && !/\b(?:ref|tag)\b/u.test(spec)) {
    return {
      rule: 'dependency-from-branch',
      severity: 'MEDIUM',
      category: 'confusion',
      cwe: 'CWE-829',
      problem: 'comes from a repository without a fixed commit: every push there reaches the next installation',
      advice: 'Depend on a published version, or append the commit: `#<40 hex digits>`.',
    };
  }
  if (!/^https:\/\//u.test(spec) || isGit) return null;
  return {
    rule: 'dependency-from-address',
    severity: 'MEDIUM',
    category: 'confusion',
    cwe: 'CWE-494',
    problem: 'is downloaded from an address instead of a registry: its content can be replaced under the same name',
    advice: 'Depend on a published version, so that the lock file can hold its checksum.',
  };
}

function judgeRange(ecosystem: Ecosystem, spec: string, isDevelopment: boolean): SpecWeakness | null {
  if (ANY[ecosystem].test(spec)) {
    return {
      rule: 'dependency-any-version',
      severity: isDevelopment ? 'LOW' : 'MEDIUM',
      category: 'outdated',
      cwe: 'CWE-1357',
      problem: 'accepts any version: a broken or hijacked release is taken as soon as it appears',
      advice: 'Name the version you tested, e.g. `^1.4.2` or `==1.4.2`.',
    };
  }
  if (!OPEN_RANGE[ecosystem].test(spec)) return null;
  return {
    rule: 'dependency-open-range',
    severity: 'LOW',
    category: 'outdated',
    cwe: 'CWE-1357',
    problem: 'has a lower bound only: the next major version comes in without a decision',
    advice: 'Close the range above, e.g. `>=2.1,<3` or `^2.1.0`.',
  };
}
