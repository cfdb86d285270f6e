/** Each format by itself: its shortest body fits, one character less does not, and no character of another kind does. */
import { expect, test } from 'vitest';
import { listPrefixFormats } from './credential-formats.ts';

const hex = (count: number): string => '0a1b2c3d'.repeat(30).slice(0, count);
const word = (count: number): string => 'Zq4vB8nR1tYc6mKd'.repeat(100).slice(0, count);
const upper = (count: number): string => 'QX3RT7UVW2'.repeat(10).slice(0, count);

/** Prefixes, and the shortest body that makes a credential of them. */
const SHORTEST: readonly (readonly [kind: string, prefixes: string, body: string])[] = [
  ['aws-key', 'AKIA ASIA ABIA ACCA', upper(16)],
  ['github-token', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', word(30)],
  ['gitlab-token', 'glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- glsoat- gloas-', word(18)],
  ['slack-token', 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxe.xox xapp-', word(10)],
  ['stripe-key', 'sk_live_ sk_test_ rk_live_ rk_test_ whsec_ sk_prod_', word(16)],
  ['anthropic-key', 'sk-ant-', word(20)],
  ['openai-key', 'sk-proj- sk-svcacct- sk-admin- sk-None-', word(20)],
  ['openai-key', 'sk-', word(32)],
  ['openrouter-key', 'sk-or-v1-', hex(40)],
  ['huggingface-token', 'hf_ api_org_', word(30)],
  ['groq-key', 'gsk_', word(40)],
  ['xai-key', 'xai-', word(60)],
  ['npm-token', 'npm_', word(30)],
  ['sendgrid-key', 'SG.', `${word(15)}.${word(30)}`],
  ['shopify-token', 'shpat_ shpca_ shppa_ shpss_', hex(32)],
  ['1password-token', 'ops_', word(100)],
  ['linear-key', 'lin_api_ lin_oauth_', word(32)],
  ['vault-token', 'hvs. hvb. hvr.', word(20)],
  ['docker-token', 'dckr_pat_ dckr_oat_', word(20)],
  ['figma-token', 'figd_ figo_ figor_ figoh_ figu_ figuh_', word(20)],
  ['databricks-token', 'dapi', hex(32)],
  ['grafana-token', 'glsa_ glc_', word(32)],
  ['notion-token', 'ntn_', word(40)],
  ['notion-token', 'secret_', word(43)],
  ['age-key', 'AGE-SECRET-KEY-1', upper(58)],
  ['digitalocean-token', 'dor_v1_', hex(64)],
  ['fly-token', 'fo1_ fm1r_ fm2_', word(40)],
  ['heroku-key', 'HRKU-', word(36)],
  ['vercel-token', 'vcp_', word(24)],
  ['tailscale-key', 'tskey-', `au-${word(8)}-${word(20)}`],
  ['google-key', 'AIza', word(35)],
  ['paypal-token', 'access_token$production$', `${hex(16)}$${hex(32)}`],
  ['facebook-token', 'EAACEdEose0cBA', word(10)],
  ['cloudflare-key', 'v1.0-', `${hex(24)}-${hex(100)}`],
  ['service-token', 'lin_wh_ phx_ sntryu_', word(32)],
];

const formats = listPrefixFormats();
const fits = (kind: string, prefix: string, body: string): number =>
  Math.max(
    0,
    ...formats
      .filter((each) => each.kind === kind && each.prefix === prefix)
      .map((each) => {
        each.body.lastIndex = 0;
        return each.body.exec(body)?.[0].length ?? 0;
      }),
  );

test.each(SHORTEST)('%s: %s', (kind, prefixes, body) => {
  for (const prefix of prefixes.split(' ')) {
    expect([prefix, fits(kind, prefix, body)]).toEqual([prefix, body.length]);
    expect([prefix, fits(kind, prefix, body.slice(0, -1))]).toEqual([prefix, 0]);
    expect([prefix, fits(kind, prefix, `!${body.slice(1)}`)]).toEqual([prefix, 0]);
    expect([prefix, fits(kind, prefix, `${body.slice(0, -1)}!`)]).toEqual([prefix, 0]);
  }
});

/** The longest that is taken. */
test.each([
  ['github-token', 'ghp_', 255],
  ['github-token', 'github_pat_', 255],
  ['gitlab-token', 'glpat-', 300],
  ['slack-token', 'xoxb-', 300],
  ['stripe-key', 'sk_live_', 255],
  ['anthropic-key', 'sk-ant-', 300],
  ['openai-key', 'sk-proj-', 300],
  ['openai-key', 'sk-', 64],
  ['huggingface-token', 'hf_', 50],
  ['groq-key', 'gsk_', 64],
  ['xai-key', 'xai-', 100],
  ['npm-token', 'npm_', 50],
  ['1password-token', 'ops_', 1500],
  ['linear-key', 'lin_api_', 64],
  ['linear-key', 'lin_oauth_', 80],
  ['vault-token', 'hvs.', 300],
  ['docker-token', 'dckr_pat_', 60],
  ['figma-token', 'figd_', 80],
  ['grafana-token', 'glsa_', 80],
  ['grafana-token', 'glc_', 400],
  ['notion-token', 'ntn_', 60],
  ['fly-token', 'fm2_', 1600],
  ['heroku-key', 'HRKU-', 64],
  ['vercel-token', 'vcp_', 64],
  ['facebook-token', 'EAACEdEose0cBA', 400],
  ['service-token', 'phx_', 100],
])('%s of %s is no longer than %i', (kind, prefix, longest) => {
  expect(fits(kind, prefix, word(1600))).toBe(longest);
});

test('every format has a row', () => {
  const rows = SHORTEST.flatMap(([kind, prefixes]) => prefixes.split(' ').map((prefix) => `${kind} ${prefix}`));
  expect(formats.map(({ kind, prefix }) => `${kind} ${prefix}`).toSorted()).toEqual(rows.toSorted());
});

test.each([
  ['databricks-token', 'dapi', `${hex(32)}-2`],
  ['sendgrid-key', 'SG.', `${word(30)}.${word(60)}`],
  ['tailscale-key', 'tskey-', `abcdefghij-${word(20)}-${word(60)}`],
  ['cloudflare-key', 'v1.0-', `${hex(24)}-${hex(180)}`],
])('%s of %s with all its parts', (kind, prefix, body) => expect(fits(kind, prefix, body)).toBe(body.length));

test.each([
  ['openai-key', 'sk-', 'a'.repeat(64)],
  ['notion-token', 'secret_', 'a'.repeat(43)],
])('%s of %s has a digit', (kind, prefix, body) => expect(fits(kind, prefix, body)).toBe(0));
