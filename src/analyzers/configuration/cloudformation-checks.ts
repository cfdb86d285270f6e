/**
 * Checks the resources of a parsed CloudFormation or SAM template (YAML or JSON): ports open to the internet, public or unencrypted
 * storage and databases, policies that allow everything or everyone. Returns RuleMatches to configuration.ts, which recognizes templates
 * by isCloudFormationText.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import { findSensitivePort, isOpenNetwork } from './cloud-access.ts';
import type { RuleMatch } from './rule-match.ts';
import {
  entriesOf,
  entryOf,
  isNo,
  isYes,
  itemsOf,
  mapsBelow,
  nodeAt,
  textOf,
  textsOf,
  type YamlNode,
} from './yaml-tree.ts';

export const isCloudFormationText = (text: string): boolean =>
  /\bAWSTemplateFormatVersion\b|["']?Type["']?\s*:\s*["']?AWS::\w+::\w+/u.test(text) && /\bResources\b/u.test(text);

export function checkCloudFormation(_document: TextDocument, roots: readonly YamlNode[]): readonly RuleMatch[] {
  return roots.flatMap((root) =>
    entriesOf(nodeAt(root, 'Resources')).flatMap(({ value }) => {
      const kind = textOf(nodeAt(value, 'Type'));
      const properties = nodeAt(value, 'Properties');
      return properties === null || kind === '' ? [] : checkResource(kind, properties);
    }),
  );
}

function checkResource(kind: string, properties: YamlNode): readonly RuleMatch[] {
  return [...detectNetwork(kind, properties), ...detectStorage(kind, properties), ...detectPolicies(kind, properties)];
}

function detectNetwork(kind: string, properties: YamlNode): readonly RuleMatch[] {
  if (kind === 'AWS::EC2::SecurityGroupIngress') return detectIngress(properties);
  return kind === 'AWS::EC2::SecurityGroup'
    ? itemsOf(nodeAt(properties, 'SecurityGroupIngress')).flatMap(detectIngress)
    : [];
}

function detectIngress(rule: YamlNode): readonly RuleMatch[] {
  const source = ['CidrIp', 'CidrIpv6']
    .map((key) => entryOf(rule, key))
    .find((entry) => entry && isOpenNetwork(textOf(entry.value)));
  if (!source) return [];
  const port = (key: string): number => Number(textOf(nodeAt(rule, key)) || Number.NaN);
  const what =
    textOf(nodeAt(rule, 'IpProtocol')) === '-1' ? 'all' : findSensitivePort(port('FromPort'), port('ToPort'));
  return what === null ? [] : [{ rule: 'cloud-open-port', line: source.line, what }];
}

const GUARDS = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'] as const;

function detectStorage(kind: string, properties: YamlNode): readonly RuleMatch[] {
  const seen: RuleMatch[] = [];
  const acl = entryOf(properties, 'AccessControl');
  if (acl && /^(?:PublicRead(?:Write)?|AuthenticatedRead)$/u.test(textOf(acl.value)))
    seen.push({ rule: 'cloud-public-storage', line: acl.line, what: `AccessControl: ${textOf(acl.value)}` });
  const guards = nodeAt(properties, 'PublicAccessBlockConfiguration');
  const off = GUARDS.map((key) => entryOf(guards, key)).find((entry) => entry && isNo(entry.value));
  if (off) seen.push({ rule: 'cloud-public-access-allowed', line: off.line, what: `${off.key}: false` });
  const open = entryOf(properties, 'PubliclyAccessible');
  if (open && isYes(open.value)) seen.push({ rule: 'cloud-public-database', line: open.line });
  for (const key of ['StorageEncrypted', 'Encrypted', 'AtRestEncryptionEnabled']) {
    const entry = entryOf(properties, key);
    if (entry && isNo(entry.value) && /^AWS::(?:RDS|EC2|EFS|ElastiCache|Redshift|DocDB|Neptune)::/u.test(kind))
      seen.push({ rule: 'cloud-unencrypted-storage', line: entry.line, what: `${key}: false` });
  }
  return seen;
}

function detectPolicies(kind: string, properties: YamlNode): readonly RuleMatch[] {
  // What an endpoint allows is narrowed by the policies of those who use it.
  if (kind === 'AWS::EC2::VPCEndpoint') return [];
  return mapsBelow(properties).flatMap((map): readonly RuleMatch[] => {
    const action = entryOf(map, 'Action');
    if (!action || textOf(nodeAt(map, 'Effect')) !== 'Allow') return [];
    const isAll = textsOf(action.value).some((each) => /^\*(?::\*)?$/u.test(each));
    if (isAll && textsOf(nodeAt(map, 'Resource')).includes('*'))
      return [{ rule: 'cloud-all-rights', line: action.line }];
    const principal = entryOf(map, 'Principal');
    const isAnyone =
      principal && [...textsOf(principal.value), ...textsOf(nodeAt(principal.value, 'AWS'))].includes('*');
    return isAnyone && entryOf(map, 'Condition') === null
      ? [{ rule: 'cloud-anyone-may', line: principal.line, what: kind }]
      : [];
  });
}
