/** The ordinary review: eight reviewers of the sample shop, one wave, a rate limit on the way and one quote that is wrong. */
import type { LoopbackReply } from '../../src/testing/index.ts';
import { act, done, report } from './act.ts';

const at = (path: string): string => `examples/shop/${path}`;

const security = act('security-reviewer', [
  {
    says: 'The analyzers have the injections. I look at who may do what, and at what the server believes of its clients.',
    calls: [{ name: 'grep', input: { pattern: 'requireUser', path: 'examples/shop/src' } }],
  },
  {
    calls: [
      report({
        severity: 'HIGH',
        category: 'authorization',
        file: at('src/routes/orders.ts'),
        quote:
          "await database.query('UPDATE orders SET state = ? WHERE id = ?', ['cancelled', Number(request.params.id)]);",
        title: 'Any customer can cancel any order',
        issue:
          'The order is chosen by its number alone; nothing compares customer_id with the signed-in user, so counting up the number cancels the orders of everybody.',
        recommendation:
          'Add `AND customer_id = ?` with the id of response.locals.user, and answer 404 where no row changed.',
        cwe: 'CWE-639',
        source: 'request.params.id',
        sink: 'database.query',
      }),
      report({
        severity: 'HIGH',
        category: 'input-validation',
        file: at('src/routes/orders.ts'),
        quote: 'return { sku: line.sku, quantity, price: Number(line.price) };',
        title: 'The customer names the price',
        issue:
          'The price of every line is taken from the request and goes into the total of the order; a customer who sends 0 pays nothing but the postage.',
        recommendation: 'Read the price from the products table by sku; accept only sku and quantity from the client.',
        cwe: 'CWE-602',
        source: 'request.body.lines[].price',
        sink: 'priceOrder',
      }),
    ],
  },
  {
    calls: [
      report({
        severity: 'MEDIUM',
        category: 'authorization',
        file: at('src/server.ts'),
        quote: "app.post('/prices/refresh', requireUser(config.session), (_request, response) => {",
        title: 'Every customer may refresh the price view',
        issue: 'Only a valid session is asked for, not the role of a clerk; repeated calls keep the database busy.',
        recommendation: "Refuse unless response.locals.user.role is 'clerk', and let one refresh run at a time.",
        cwe: 'CWE-862',
      }),
      report({
        severity: 'HIGH',
        category: 'authentication',
        file: at('src/auth/session.ts'),
        quote: "const claims = jwt.verify(token, config.secret, { algorithms: ['HS256'] })",
        misquote: 'const claims = jwt.verify(token, config.secret) as',
        title: 'The algorithm of a token is not fixed',
        issue: 'A token could choose its own algorithm.',
        recommendation: "Pass `{ algorithms: ['HS256'] }` to jwt.verify.",
        cwe: 'CWE-347',
      }),
    ],
  },
  {
    says: 'Everything I am sure of is reported.\n',
    result: {
      files_reviewed: 27,
      files_skipped: 0,
      verdict: 'VETO',
      veto_reasons: ['any customer can cancel any order', 'the customer names the price'],
    },
  },
]);

const go = act('go-reviewer', [
  {
    calls: [
      report({
        severity: 'HIGH',
        category: 'concurrency',
        file: at('inventory/main.go'),
        quote: 's.reorders[sku] = time.Now()',
        title: 'Map written by several goroutines without a lock',
        issue:
          'handleStock starts reorder in a goroutine for every request; two of them read and write reorders at the same time, which ends the program with a fatal error.',
        recommendation: 'Guard the map with a sync.Mutex in server, and hold it over the check and the write.',
        cwe: 'CWE-362',
      }),
      report({
        severity: 'MEDIUM',
        category: 'robustness',
        file: at('inventory/main.go'),
        quote: 'response, err := http.Get(s.supplier + "/order?sku=" + sku)',
        title: 'Order at the supplier without a time limit or a check of the answer',
        issue: 'http.Get has no timeout, and a 500 of the supplier counts as ordered for an hour.',
        recommendation: 'Use a client with a timeout, escape the sku, and note the reorder only after a 2xx answer.',
      }),
      ...done(at('inventory/main.go'), at('inventory/go.mod')),
    ],
  },
  {
    result: { files_reviewed: 1, files_skipped: 0, verdict: 'VETO', veto_reasons: ['data race on reorders'] },
  },
]);

const typescript = act('typescript-reviewer', [
  {
    calls: [
      report({
        severity: 'MEDIUM',
        category: 'error-handling',
        file: at('src/routes/catalog.ts'),
        quote: "router.get('/search', async (request, response) => {",
        title: 'A failing search never answers',
        issue:
          'The handler is async and has no try; Express 4 does not see its rejection, so the request hangs and the process may end on the unhandled rejection.',
        recommendation: 'Wrap the body in try and pass the error to next, as the other handlers of this file do.',
      }),
      report({
        severity: 'MEDIUM',
        category: 'types',
        file: at('src/lib/config.ts'),
        quote: "const parsed = JSON.parse(readFileSync(path, 'utf8')) as Config;",
        title: 'The configuration is believed, not checked',
        issue:
          'The assertion calls anything a Config; a missing `database` or `carriers` fails later, far from the file that is wrong.',
        recommendation: 'Check the fields once here and name the one that is missing.',
      }),
    ],
  },
  { result: { files_reviewed: 14, files_skipped: 0, verdict: 'WARN' } },
]);

const python = act('python-reviewer', [
  {
    calls: [
      report({
        severity: 'MEDIUM',
        category: 'error-handling',
        file: at('reports/monthly.py'),
        quote: 'orders = load_orders(settings["api"], options.month)',
        title: 'A failed download is reported as a month without orders',
        issue:
          'Every exception is dropped two lines below, so a wrong address or a refused certificate ends as "no orders" and exit code 2.',
        recommendation: 'Let requests.RequestException through, or print it and exit with another code.',
      }),
    ],
  },
  { result: { files_reviewed: 1, files_skipped: 0, verdict: 'WARN' } },
]);

const quality = act('code-quality-reviewer', [
  { fault: { kind: 'rate-limit', retryAfterSeconds: 2 } },
  {
    calls: [
      report({
        severity: 'MEDIUM',
        category: 'logic',
        file: at('src/routes/orders.ts'),
        quote: "isMember: user.role === 'customer'",
        title: 'Every customer counts as a member',
        issue:
          'The role says who is staff, not who is a member; all customers get the discounts that priceOrder keeps for members.',
        recommendation: 'Read the membership of the customer and pass that.',
      }),
      report({
        severity: 'MEDIUM',
        category: 'logic',
        file: at('src/lib/pricing.ts'),
        quote: 'return total + percentOf(total, VAT[context.country] ?? 0);',
        title: 'Countries that are not in the table pay no tax',
        issue: 'An unknown or misspelled country silently gets 0 %, and nobody learns that the table is incomplete.',
        recommendation: 'Throw for a country without an entry.',
      }),
    ],
  },
  { result: { files_reviewed: 27, files_skipped: 0, verdict: 'WARN' } },
]);

const documentation = act('documentation-reviewer', [
  {
    calls: [
      report({
        severity: 'MEDIUM',
        category: 'completeness',
        file: at('README.md'),
        quote: '| `inventory` | stock service, [in Go](inventory/main.go) |',
        title: 'Nothing says how to start the stock service',
        issue: 'It needs INVENTORY_DSN and SUPPLIER_URL and listens on port 8090; none of the three is documented.',
        recommendation: 'Add a section with the command, both variables and the port.',
      }),
    ],
  },
  { result: { files_reviewed: 27, files_skipped: 0, verdict: 'WARN', scores: { accuracy: 2, completeness: 3 } } },
]);

const persona = act('user-persona-reviewer', [
  {
    calls: [
      report({
        severity: 'MEDIUM',
        category: 'messages',
        file: at('src/routes/exports.ts'),
        quote: "response.status(500).json({ error: 'The report could not be made. We have been told.' });",
        title: 'The message promises what the code does not do',
        issue:
          'Nobody is told: the error is neither logged nor sent anywhere, so a customer who waits waits for nothing.',
        recommendation: 'Log the error with a number, and give that number to the customer.',
      }),
    ],
  },
  { result: { files_reviewed: 27, files_skipped: 0, verdict: 'WARN' } },
]);

const vulnerability = act('vulnerability-reviewer', [
  {
    says: 'The manifests hold nothing beyond what the analyzers list.\n',
    result: { files_reviewed: 27, files_skipped: 0, verdict: 'WARN' },
  },
]);

export const SHOP_ANSWERS: readonly LoopbackReply[] = [
  ...security,
  ...vulnerability,
  ...go,
  ...typescript,
  ...python,
  ...quality,
  ...documentation,
  ...persona,
];
