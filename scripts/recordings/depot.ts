/**
 * The way down the ladder: four reviewers, one wave, and more to read than their budgets hold. security is stopped at 98 % in the
 * middle of its answer, typescript and user-persona return at 95 %, the answer of documentation is cut by its model.
 */
import type { LoopbackReply } from '../../src/testing/index.ts';
import { act, claim, nextFiles, report } from './act.ts';

const at = (path: string): string => `examples/depot/${path}`;

const refundRole = {
  file: at('src/routes/returns.ts'),
  quote: "router.post('/:id/refund', requireBadge(), async (request, response, next) => {",
} as const;
const refundAmount = {
  file: at('src/routes/returns.ts'),
  quote: 'await returns.refund(database, Number(request.params.id), refundCents);',
} as const;

const security = act('security-reviewer', [
  { says: 'Badges first, then the routes.', calls: nextFiles(3) },
  {
    calls: [
      report({
        severity: 'HIGH',
        category: 'authentication',
        file: at('src/auth/badge.ts'),
        quote: 'return JSON.parse(decode(payload)) as Badge;',
        title: 'Badges never expire',
        issue:
          'readBadge checks the signature and hands the badge out; expiresAt is written on it, printed at the gate, and compared with the time nowhere.',
        recommendation:
          'Return null where expiresAt lies in the past; `if (badge.expiresAt * 1000 <= Date.now()) return null;`',
        cwe: 'CWE-613',
        source: 'Authorization header',
        sink: 'requireBadge',
      }),
      report({
        severity: 'MEDIUM',
        category: 'cryptography',
        file: at('src/auth/badge.ts'),
        quote: 'if (signature !== sign(payload, secret)) return null;',
        title: 'Signatures are compared in a time that depends on them',
        issue:
          'The comparison ends at the first character that differs, which tells a patient caller how far it has come.',
        recommendation: 'Compare with timingSafeEqual over buffers of the same length.',
        cwe: 'CWE-208',
      }),
      ...nextFiles(4),
    ],
  },
  { calls: nextFiles(4) },
  {
    calls: [
      report({
        severity: 'HIGH',
        category: 'authorization',
        ...refundRole,
        title: 'Every visitor can pay out a refund',
        issue: 'requireBadge without a role lets any badge through, and a refund is final.',
        recommendation: "Ask for the role: `requireBadge('lead')`.",
        cwe: 'CWE-862',
        source: 'request',
        sink: 'returns.refund',
      }),
      ...nextFiles(4),
    ],
  },
  { calls: nextFiles(5) },
  { calls: nextFiles(3) },
  {
    says: 'I am past four fifths of my budget: from here on only what is grave.',
    calls: [
      report({
        severity: 'MEDIUM',
        category: 'input-validation',
        file: at('src/routes/parcels.ts'),
        quote: 'printer: request.body.printer',
        title: 'The printer is taken from the request',
        issue: 'Any name goes through.',
        recommendation: 'Look it up in a list.',
      }),
      ...nextFiles(3),
    ],
  },
  {
    says: `I must return. Before the result, what I looked at and what I did not get to: ${'the routes were read in full, the domain only in part, the utilities not at all. '.repeat(3)}\n`,
    result: {
      partial: true,
      cutoff_reason: 'budget',
      findings: [
        claim({
          severity: 'HIGH',
          category: 'input-validation',
          ...refundAmount,
          title: 'The caller names the amount of the refund',
          issue: 'refundCents comes from the request and is paid without a look at what the parcel cost.',
          recommendation: 'Refund what was paid, read from the order.',
          cwe: 'CWE-602',
        }),
        claim({
          severity: 'HIGH',
          category: 'authorization',
          file: at('src/routes/shelves.ts'),
          quote: "router.delete('/:id', requireBadge(), async (request, response, next) => {",
          title: 'Every visitor can remove a shelf',
          issue:
            'The route asks for a badge and for no role, looks at nothing that lies on the shelf, and leaves the stock that points to it without a place.',
          recommendation: 'Ask for the role lead and answer 409 where stock lies on it.',
          cwe: 'CWE-862',
        }),
        claim({
          severity: 'HIGH',
          category: 'authorization',
          file: at('src/routes/contracts.ts'),
          quote: "router.post('/:id/sign', requireBadge('packer'), async (request, response, next) => {",
          title: 'Packers sign contracts',
          issue:
            'A contract binds the depot to a price; the role that may sign it is the one that may enter parcels. The same role may enter the contract, so one person alone can enter and sign it.',
          recommendation: 'Ask for the role lead, and refuse whoever entered it.',
          cwe: 'CWE-863',
        }),
        claim({
          severity: 'HIGH',
          category: 'ssrf',
          file: at('src/routes/carriers.ts'),
          quote: 'else response.json({ status: await carriers.trackParcel(carrier, request.params.code) });',
          title: 'The service calls whatever address a packer has entered',
          issue:
            'trackingUrl only has to begin with http; any packer can enter an address inside the network and read the status that comes back.',
          recommendation: 'Keep a list of the hosts of carriers and refuse all others.',
          cwe: 'CWE-918',
        }),
      ],
      verdict: 'VETO',
      veto_reasons: ['every visitor can pay out a refund'],
    },
  },
]);

const typescript = act('typescript-reviewer', [
  { calls: nextFiles(5) },
  { calls: nextFiles(5) },
  { calls: nextFiles(4) },
  {
    calls: [
      report({
        severity: 'MEDIUM',
        category: 'error-handling',
        file: at('src/routes/stocktakes.ts'),
        quote: "response.status(500).json({ error: 'Error' });",
        title: 'The cause of a failed booking is dropped',
        issue: 'The other handlers pass the error on; this one answers with a word and logs nothing.',
        recommendation: 'Call next(error).',
      }),
      ...nextFiles(4),
    ],
  },
  {
    calls: [
      report({
        severity: 'HIGH',
        category: 'types',
        file: at('src/routes/parcels.ts'),
        quote: 'const draft = request.body as parcels.ParcelDraft;',
        title: 'A request without a field ends in an exception',
        issue:
          'The assertion calls any body a draft; check() then reads destination.trim() of undefined and the caller gets 500 instead of a list of problems.',
        recommendation: 'Parse the body field by field before check().',
      }),
      ...nextFiles(4),
    ],
  },
  {
    calls: [
      report({
        severity: 'LOW',
        category: 'naming',
        file: at('src/routes/returns.ts'),
        quote: 'export function returnNoteRoutes(database: Database): Router {',
        title: 'A name unlike the others',
        issue: 'The other files say what the folder says.',
        recommendation: 'Rename it.',
      }),
      ...nextFiles(4),
    ],
  },
  { says: 'I return.\n', result: { partial: true, cutoff_reason: 'budget', verdict: 'WARN' } },
]);

const documentation = act('documentation-reviewer', [
  {
    calls: [
      { name: 'read_file', input: { path: at('docs/api.md') } },
      { name: 'read_file', input: { path: at('README.md') } },
      { name: 'read_file', input: { path: at('src/server.ts') } },
      { name: 'grep', input: { pattern: 'requireBadge\\(', path: at('src/routes') } },
    ],
  },
  { calls: nextFiles(2) },
  {
    result: {
      findings: [
        claim({
          severity: 'HIGH',
          category: 'accuracy',
          file: at('docs/api.md'),
          quote: '| `POST /returns/:id/refund` | lead | pays the refund back to the customer |',
          title: 'The role of a refund is not what is written',
          issue: 'The route asks for any badge; readers rely on `lead`.',
          recommendation: 'Mend the route, then the sentence is true.',
        }),
        claim({
          severity: 'MEDIUM',
          category: 'accuracy',
          file: at('README.md'),
          quote: 'The service listens on port 8080.',
          title: 'The port is another one',
          issue: 'server.ts listens on 8095 unless DEPOT_PORT says otherwise, and that variable is not documented.',
          recommendation: 'Say 8095 and name DEPOT_PORT.',
        }),
        claim({
          severity: 'MEDIUM',
          category: 'accuracy',
          file: at('docs/api.md'),
          quote: 'are refused from then on.',
          title: 'Badges are not refused after the shift',
          issue: 'Nothing compares expiresAt with the time.',
          recommendation: 'Mend readBadge, or leave the promise out.',
        }),
      ],
      verdict: 'VETO',
      veto_reasons: ['the documented role of a refund is wrong'],
    },
    cutAt: 1180,
  },
]);

const persona = act('user-persona-reviewer', [
  { calls: nextFiles(4) },
  { calls: nextFiles(4) },
  {
    calls: [
      report({
        severity: 'LOW',
        category: 'messages',
        file: at('src/auth/roles.ts'),
        quote: "throw new Error('DEPOT_SECRET must have at least 32 characters');",
        title: 'The message does not say how to make a secret',
        issue: 'Somebody who starts the service for the first time has to look it up.',
        recommendation: 'Add the command: openssl rand -hex 32.',
      }),
      ...nextFiles(3),
    ],
  },
  { calls: nextFiles(4) },
  { says: 'There is nothing more for me.\n', result: { partial: true, cutoff_reason: 'budget', verdict: 'OK' } },
]);

export const DEPOT_ANSWERS: readonly LoopbackReply[] = [...security, ...typescript, ...documentation, ...persona];
