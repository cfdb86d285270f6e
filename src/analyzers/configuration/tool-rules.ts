/** Package managers, provisioning and other tools: settings that switch a check off. */
import type { LineRule } from './line-rules.ts';

const CONFIG = { category: 'owasp', dimension: 'D8' } as const;
const SUPPLY = { category: 'supply-chain', dimension: 'D10' } as const;

export const TOOL_RULES: readonly LineRule[] = [
  {
    ...SUPPLY,
    rule: 'packages-without-tls-check',
    files:
      /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|pip\.(?:conf|ini)|\.pip\/pip\.conf|\.condarc|\.gitconfig|\.curlrc|\.wgetrc|composer\.json|\.bundle\/config|\.bowerrc|bunfig\.toml|apt\.conf(?:\.d\/[\w.-]+)?)$/u,
    pattern:
      /^\s*["']?(strict-ssl["']?\s*[= :]\s*"?false|enableStrictSsl:\s*false|trusted-host\s*=\s*\S+|ssl_verify:\s*(?:false|no)|sslVerify\s*=\s*(?:false|0)|insecure\s*$|check_certificate\s*=\s*off|(?:secure-http)"\s*:\s*false|disable-tls"\s*:\s*true|BUNDLE_SSL_VERIFY_MODE:\s*"?0|strict-ssl":\s*false|Acquire::AllowInsecureRepositories\s+"?true|APT::Get::AllowUnauthenticated\s+"?true)/u,
    severity: 'MEDIUM',
    cwe: 'CWE-295',
    title: 'Packages are fetched without a certificate check: {what}',
    issue: 'Anyone on the way to the registry can put in packages of their own.',
    recommendation: 'Remove it; for a private registry give its authority: `cafile=ca.pem`, `cert = ca.pem`.',
  },
  {
    ...SUPPLY,
    rule: 'packages-over-plain-http',
    files:
      /(?:^|\/)(?:settings\.xml|[Nn]u[Gg]et\.[Cc]onfig|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|sources\.list(?:\.d\/[\w.-]+)?|\.cargo\/config(?:\.toml)?|bunfig\.toml|\.bowerrc|composer\.json)$/u,
    pattern:
      /(allowInsecureProtocol\s*=?\s*true|allowInsecureConnections="true"|(?:url\s*[= ({]*|value=|registry\s*[=:]\s*|"url"\s*:\s*|<url>\s*)["']?http:\/\/(?!localhost|127\.|\[::1\]|schemas?\.|www\.w3)[^\s"'<>]+)/iu,
    except: /(?:^|\/)sources\.list/u,
    severity: 'MEDIUM',
    cwe: 'CWE-319',
    title: 'Packages are fetched over a connection that is not encrypted',
    issue: 'Names, versions and packages can be replaced on the way.',
    recommendation: 'Use the https address of the repository.',
  },
  {
    ...SUPPLY,
    rule: 'packages-unsigned',
    files:
      /(?:^|\/)(?:[\w.-]+\.repo|yum\.conf|dnf\.conf|sources\.list(?:\.d\/[\w.-]+)?|\.npmrc|\.yarnrc\.yml|pacman\.conf)$/u,
    pattern:
      /^\s*(gpgcheck\s*=\s*0|deb\s+\[[^\]\n]*trusted=yes[^\]\n]*\]|checksumBehavior:\s*["']?ignore|SigLevel\s*=\s*Never)\b/u,
    severity: 'MEDIUM',
    cwe: 'CWE-345',
    title: 'The signature of packages is not checked: {what}',
    issue: 'A mirror, or whoever controls it, can deliver packages that the maker never built.',
    recommendation: 'Remove it and install the key of the maker: `gpgcheck=1`, `signed-by=/etc/apt/keyrings/x.gpg`.',
  },
  {
    ...CONFIG,
    rule: 'provisioning-any-host-key',
    files:
      /(?:^|\/)(?:\.?ansible\.cfg|ansible\/[\w./-]+\.(?:ini|cfg|ya?ml)|inventory[\w./-]*|hosts(?:\.ini|\.ya?ml)?|group_vars\/[\w./-]+|host_vars\/[\w./-]+)$/u,
    pattern:
      /^\s*(host_key_checking\s*=\s*False|[\w.-]*\s*ansible_(?:host_key_checking|ssh_host_key_checking)\s*[=:]\s*(?:false|no)|[^\n]*StrictHostKeyChecking=no)\b/iu,
    severity: 'MEDIUM',
    cwe: 'CWE-322',
    title: 'Machines are provisioned without a check of their host key',
    issue: 'Another machine can answer for the host and receives the secrets that are rolled out.',
    recommendation: 'Remove it and distribute known_hosts.',
  },
  {
    ...CONFIG,
    rule: 'setting-skips-tls-check',
    files: /\.(?:ya?ml|toml|ini|cfg|conf|properties|env|json|tf)$|(?:^|\/)\.env(?:\.[\w-]+)?$/u,
    except:
      /(?:^|\/)(?:package(?:-lock)?|tsconfig[\w.-]*|composer|\.eslintrc)\.json$|(?:^|\/)(?:values\.schema|[\w.-]*schema[\w.-]*|[\w.-]*swagger[\w.-]*|[\w.-]*openapi[\w.-]*)\.(?:json|ya?ml)$|(?:^|\/)(?:locales?|i18n|translations?)\//u,
    pattern:
      /^\s*(?:-\s+)?["']?(?:[\w.-]+[.])?((?:insecure_?-?skip_?-?(?:tls_?-?)?verify|skip_?-?tls_?-?verify|tls_?-?skip_?-?verify|insecure_?-?tls|tls_?-?insecure|allow_?-?self_?-?signed|trust_?-?server_?-?certificate|disable_?-?(?:ssl|tls|cert(?:ificate)?)_?-?(?:verification|validation|check))["']?\s*[:=]\s*["']?(?:true|yes|on|1)|(?:validate_?-?certs?|verify_?-?(?:ssl|tls|certs?)|(?:ssl|tls)_?-?verify|verify_?-?peer|reject_?-?unauthorized|NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY)["']?\s*[:=]\s*["']?(?:false|no|off|0))["']?\s*,?\s*(?:#.*|\}.*)?$/iu,
    severity: 'MEDIUM',
    cwe: 'CWE-295',
    title: 'Certificates are not checked: {what}',
    issue: 'Anyone on the way can answer in place of the server, read what is sent and change what comes back.',
    recommendation: 'Remove it; if the server has a private authority, name its certificate (`ca_file`).',
  },
];
