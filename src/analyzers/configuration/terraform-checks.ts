/**
 * Checks the resources, policies and modules of a Terraform file (AWS, Azure, Google) for ports open to the internet, public or
 * unencrypted storage, too many rights, modules that are not pinned, unsafe provisioner commands. Returns RuleMatches to
 * configuration.ts; a missing setting is not reported.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import { findLooseStatement, findSensitivePort, isOpenNetwork } from './cloud-access.ts';
import { TERRAFORM_SETTINGS } from './configuration-rules.ts';
import { attributeOf, blocksOf, type HclAttribute, type HclBlock, parseHcl, settingOf } from './hcl.ts';
import type { RuleMatch } from './rule-match.ts';
import { detectShell } from './shell-checks.ts';

export function checkTerraform(document: TextDocument): readonly RuleMatch[] {
  return parseHcl(document).flatMap((block) => {
    if (block.type === 'module') return detectModule(block);
    if (block.type === 'data' && block.labels[0] === 'aws_iam_policy_document')
      return blocksOf(block, 'statement').flatMap(detectStatement);
    if (block.type !== 'resource') return [];
    return [
      ...detectNetwork(block),
      ...detectStorage(block),
      ...detectSettings(block),
      ...detectPolicies(block),
      ...blocksOf(block, 'provisioner').flatMap(detectProvisioner),
    ];
  });
}

const kindOf = ({ labels }: HclBlock): string => labels[0] ?? '';

/** Texts in quotes inside an expression. */
const textsIn = (text: string): readonly string[] => [...text.matchAll(/"([^"]*)"/gu)].map(([, each = '']) => each);

// ------------------------------------------------------------------------------------------------ network

function detectNetwork(block: HclBlock): readonly RuleMatch[] {
  switch (kindOf(block)) {
    case 'aws_security_group':
    case 'aws_default_security_group':
      return blocksOf(block, 'ingress').flatMap(detectIngress);
    case 'aws_security_group_rule':
      return settingOf(block, 'type') === 'ingress' ? detectIngress(block) : [];
    case 'aws_vpc_security_group_ingress_rule':
      return detectIngress(block);
    case 'azurerm_network_security_rule':
      return detectAzureRule(block);
    case 'azurerm_network_security_group':
      return blocksOf(block, 'security_rule').flatMap(detectAzureRule);
    case 'google_compute_firewall':
      return detectFirewall(block);
    default:
      return [];
  }
}

function detectIngress(block: HclBlock): readonly RuleMatch[] {
  const source = ['cidr_blocks', 'ipv6_cidr_blocks', 'cidr_ipv4', 'cidr_ipv6']
    .map((name) => attributeOf(block, name))
    .find((attribute) => attribute && textsIn(attribute.text).some(isOpenNetwork));
  if (!source) return [];
  const isAll = /^(?:-1|all)$/u.test(settingOf(block, 'protocol') || settingOf(block, 'ip_protocol'));
  const what = isAll
    ? 'all'
    : findSensitivePort(
        Number(settingOf(block, 'from_port') || Number.NaN),
        Number(settingOf(block, 'to_port') || Number.NaN),
      );
  return what === null ? [] : [{ rule: 'cloud-open-port', line: source.line, what }];
}

function detectAzureRule(block: HclBlock): readonly RuleMatch[] {
  const source = attributeOf(block, 'source_address_prefix');
  const isInbound = /^inbound$/iu.test(settingOf(block, 'direction')) && /^allow$/iu.test(settingOf(block, 'access'));
  if (!source || !isInbound || !isOpenNetwork(source.text.replace(/"/gu, ''))) return [];
  const ports = [
    settingOf(block, 'destination_port_range'),
    ...textsIn(attributeOf(block, 'destination_port_ranges')?.text ?? ''),
  ];
  const what = ports.map(readPort).find((port) => port !== null) ?? null;
  return what === null ? [] : [{ rule: 'cloud-open-port', line: source.line, what }];
}

function readPort(range: string): string | null {
  if (range === '*') return 'all';
  const [from, to] = range.split('-');
  return range === '' ? null : findSensitivePort(Number(from), Number(to ?? from));
}

function detectFirewall(block: HclBlock): readonly RuleMatch[] {
  const source = attributeOf(block, 'source_ranges');
  if (!source || settingOf(block, 'direction') === 'EGRESS' || !textsIn(source.text).some(isOpenNetwork)) return [];
  for (const allow of blocksOf(block, 'allow')) {
    const ports = textsIn(attributeOf(allow, 'ports')?.text ?? '');
    const isAll = ports.length === 0 && /^(?:all|tcp)$/u.test(settingOf(allow, 'protocol'));
    const what = isAll ? 'all' : ports.map(readPort).find((port) => port !== null);
    if (what !== undefined && what !== null) return [{ rule: 'cloud-open-port', line: source.line, what }];
  }
  return [];
}

// ------------------------------------------------------------------------------------------------ storage

const GUARDS = ['block_public_acls', 'block_public_policy', 'ignore_public_acls', 'restrict_public_buckets'] as const;

function detectStorage(block: HclBlock): readonly RuleMatch[] {
  const kind = kindOf(block);
  if (kind === 'aws_s3_bucket' || kind === 'aws_s3_bucket_acl') {
    const acl = attributeOf(block, 'acl');
    return acl && /^"(?:public-read(?:-write)?|authenticated-read)"$/u.test(acl.text)
      ? [detectAttribute('cloud-public-storage', acl)]
      : [];
  }
  if (kind === 'aws_s3_bucket_public_access_block') {
    const off = GUARDS.map((name) => attributeOf(block, name)).find((guard) => guard?.text === 'false');
    return off ? [detectAttribute('cloud-public-access-allowed', off)] : [];
  }
  if (/^google_(?:storage_bucket_iam|storage_bucket_acl|storage_default_object|cloud_run|cloudfunctions)/u.test(kind)) {
    const member = ['member', 'members']
      .map((name) => attributeOf(block, name))
      .find((each) => each && /"all(?:Users|AuthenticatedUsers)"/u.test(each.text));
    return member && kind.includes('storage') ? [detectAttribute('cloud-public-storage', member)] : [];
  }
  return [];
}

const detectAttribute = (rule: string, { name, text, line }: HclAttribute): RuleMatch => ({
  rule,
  line,
  what: `${name} = ${text}`,
});

// ------------------------------------------------------------------------------------------------ settings

const detectSettings = (block: HclBlock): readonly RuleMatch[] =>
  TERRAFORM_SETTINGS.filter(({ kind }) => kind.test(kindOf(block))).flatMap(({ within, attribute, value, rule }) =>
    descend([block], within).flatMap((each) => {
      const found = attributeOf(each, attribute);
      return found && value.test(found.text) ? [detectAttribute(rule, found)] : [];
    }),
  );

const descend = (blocks: readonly HclBlock[], path: readonly string[]): readonly HclBlock[] =>
  path.reduce((at: readonly HclBlock[], type) => at.flatMap((block) => blocksOf(block, type)), blocks);

// ------------------------------------------------------------------------------------------------ policies, modules

function detectPolicies(block: HclBlock): readonly RuleMatch[] {
  return block.attributes
    .filter(({ name }) => /policy$/u.test(name))
    .flatMap((attribute): readonly RuleMatch[] => {
      const loose = findLooseStatement(attribute.text);
      if (loose === null || kindOf(block) === 'aws_vpc_endpoint') return [];
      return loose === 'all-rights'
        ? [{ rule: 'cloud-all-rights', line: attribute.line }]
        : [{ rule: 'cloud-anyone-may', line: attribute.line, what: kindOf(block) }];
    });
}

function detectStatement(statement: HclBlock): readonly RuleMatch[] {
  const actions = attributeOf(statement, 'actions');
  const isAll = textsIn(actions?.text ?? '').some((action) => /^\*(?::\*)?$/u.test(action));
  const everything = textsIn(attributeOf(statement, 'resources')?.text ?? '').includes('*');
  if (!actions || !isAll || !everything || /^deny$/iu.test(settingOf(statement, 'effect'))) return [];
  return [{ rule: 'cloud-all-rights', line: actions.line }];
}

function detectModule(block: HclBlock): readonly RuleMatch[] {
  const source = attributeOf(block, 'source');
  const address = settingOf(block, 'source');
  const isGit = /^(?:git::|git@|github\.com\/|bitbucket\.org\/)|\.git(?:\/\/|$|\?)/u.test(address);
  if (!source || !isGit || /[?&]ref=(?!(?:main|master|develop|HEAD)\b)/u.test(address)) return [];
  return [{ rule: 'cloud-module-not-pinned', line: source.line, what: address }];
}

const detectProvisioner = (block: HclBlock): readonly RuleMatch[] =>
  block.attributes
    .filter(({ name }) => /^(?:command|inline)$/u.test(name))
    .flatMap(({ text, line }) => detectShell(text, () => line));
