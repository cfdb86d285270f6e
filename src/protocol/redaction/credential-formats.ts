/**
 * Lists credential formats known by their prefix (`AKIA…`, `ghp_…`) as regular expressions, and the type of formats that are
 * handed in from the rows of `rules/secretlint/`. Used by find-secrets.ts.
 */

/** What a credential looks like anywhere in a text. */
export interface CredentialFormat {
  /** Names the kind in a placeholder. */
  readonly kind: string;
  /** A piece of text without which the pattern cannot match, in small letters. */
  readonly telltale: string;
  /** Global, with indices; the first group, if any, is the secret. */
  readonly pattern: RegExp;
}

/** A prefix and its body, as a word of its own. */
export interface PrefixFormat {
  readonly kind: string;
  readonly prefix: string;
  /** Sticky. */
  readonly body: RegExp;
}

const row = (kind: string, prefix: string, body: string): PrefixFormat => ({
  kind,
  prefix,
  body: new RegExp(body, 'y'),
});

/** Made when the first text is looked at. */
export const listPrefixFormats = (): readonly PrefixFormat[] => [
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map((prefix) => row('aws-key', prefix, '[A-Z0-9]{16}')),
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((prefix) => row('github-token', prefix, '[A-Za-z0-9_]{30,255}')),
  row('github-token', 'github_pat_', '[A-Za-z0-9_]{30,255}'),
  ...['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glimt-', 'glagent-', 'glsoat-', 'gloas-'].map(
    (prefix) => row('gitlab-token', prefix, '[A-Za-z0-9_.-]{18,300}'),
  ),
  ...['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxe-', 'xoxe.xox', 'xapp-'].map((prefix) =>
    row('slack-token', prefix, '[A-Za-z0-9.-]{10,300}'),
  ),
  ...['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_', 'sk_prod_'].map((prefix) =>
    row('stripe-key', prefix, '[A-Za-z0-9+/=]{16,255}'),
  ),
  row('anthropic-key', 'sk-ant-', '[A-Za-z0-9_-]{20,300}'),
  ...['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'].map((prefix) =>
    row('openai-key', prefix, '[A-Za-z0-9_-]{20,300}'),
  ),
  row('openai-key', 'sk-', '(?=[A-Za-z-]{0,60}[0-9])[A-Za-z0-9]{32,64}'),
  ...['hf_', 'api_org_'].map((prefix) => row('huggingface-token', prefix, '[A-Za-z0-9]{30,50}')),
  row('openrouter-key', 'sk-or-v1-', '[a-f0-9]{40,80}'),
  row('groq-key', 'gsk_', '[A-Za-z0-9]{40,64}'),
  row('xai-key', 'xai-', '[A-Za-z0-9]{60,100}'),
  row('npm-token', 'npm_', '[A-Za-z0-9]{30,50}'),
  row('sendgrid-key', 'SG.', '[A-Za-z0-9_-]{15,30}\\.[A-Za-z0-9_-]{30,60}'),
  ...['shpat_', 'shpca_', 'shppa_', 'shpss_'].map((prefix) => row('shopify-token', prefix, '[a-fA-F0-9]{32}')),
  row('1password-token', 'ops_', '[A-Za-z0-9+/=_-]{100,1500}'),
  row('linear-key', 'lin_api_', '[A-Za-z0-9]{32,64}'),
  row('linear-key', 'lin_oauth_', '[A-Za-z0-9]{32,80}'),
  ...['hvs.', 'hvb.', 'hvr.'].map((prefix) => row('vault-token', prefix, '[A-Za-z0-9_-]{20,300}')),
  ...['dckr_pat_', 'dckr_oat_'].map((prefix) => row('docker-token', prefix, '[A-Za-z0-9_-]{20,60}')),
  ...['figd_', 'figo_', 'figor_', 'figoh_', 'figu_', 'figuh_'].map((prefix) =>
    row('figma-token', prefix, '[A-Za-z0-9_-]{20,80}'),
  ),
  row('databricks-token', 'dapi', '[a-f0-9]{32}(?:-[0-9])?'),
  row('grafana-token', 'glsa_', '[A-Za-z0-9_]{32,80}'),
  row('grafana-token', 'glc_', '[A-Za-z0-9+/=]{32,400}'),
  row('notion-token', 'ntn_', '[A-Za-z0-9]{40,60}'),
  row('notion-token', 'secret_', '(?=[A-Za-z]{0,42}[0-9])[A-Za-z0-9]{43}'),
  row('age-key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{58}'),
  row('digitalocean-token', 'dor_v1_', '[a-f0-9]{64}'),
  ...['fo1_', 'fm1r_', 'fm2_'].map((prefix) => row('fly-token', prefix, '[A-Za-z0-9+/=_-]{40,2000}')),
  row('heroku-key', 'HRKU-', '[A-Za-z0-9_-]{36,64}'),
  row('vercel-token', 'vcp_', '[A-Za-z0-9]{24,64}'),
  row('tailscale-key', 'tskey-', '[a-z]{2,10}-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{20,60}'),
  row('google-key', 'AIza', '[A-Za-z0-9_-]{35}'),
  row('paypal-token', 'access_token$production$', '[a-z0-9]{16}\\$[a-f0-9]{32}'),
  row('facebook-token', 'EAACEdEose0cBA', '[A-Za-z0-9]{10,400}'),
  row('cloudflare-key', 'v1.0-', '[a-f0-9]{24}-[a-f0-9]{100,180}'),
  ...['lin_wh_', 'phx_', 'sntryu_'].map((prefix) => row('service-token', prefix, '[A-Za-z0-9]{32,100}')),
];
