/** Applications of other frameworks, audited as a user does: every endpoint with its guards, every planted flaw in its dimension. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ReportDocument, reportSchema } from '../../src/protocol/report/report-document.ts';
import { runCli } from '../e2e/run-cli.ts';

const APPS = join(import.meta.dirname, '../fixtures/apps');

interface App {
  readonly framework: string;
  /** `METHOD /path: guards`. */
  readonly endpoints: readonly string[];
  /** `D1 file:line`. */
  readonly flaws: readonly string[];
}

const CASES: Readonly<Record<string, App>> = {
  rails: {
    framework: 'rails',
    endpoints: [
      'DELETE /projects/:id: authenticate_user!',
      'PATCH /projects/:id: authenticate_user! authorize',
      'POST /projects/:id/archive: authenticate_user! authorize',
      'DELETE /projects/:project_id/tasks/:id: authenticate_user!',
      'DELETE /admin/users/:id: require_admin authenticate_user!',
      'GET /admin/reports/:name: authenticate_user!',
      'GET /api/v1/invoices/:id: authenticate_token',
      'POST /api/v1/webhooks/payment: ',
      'GET /search: ',
    ],
    flaws: [
      'D1 app/controllers/projects_controller.rb:10',
      'D1 app/controllers/projects_controller.rb:36',
      'D1 app/controllers/projects_controller.rb:37',
      'D3 app/controllers/projects_controller.rb:25',
      'D3 app/controllers/tasks_controller.rb:18',
      'D3 app/controllers/api/v1/invoices_controller.rb:11',
      'D3 app/controllers/projects_controller.rb:43',
      'D3 app/controllers/admin/reports_controller.rb:3',
      'D4 app/controllers/api/v1/webhooks_controller.rb:7',
      'D5 app/controllers/admin/reports_controller.rb:4',
      'D7 app/models/user.rb:8',
      'D8 config/environments/production.rb:2',
    ],
  },
  laravel: {
    framework: 'laravel',
    endpoints: [
      'POST /login: throttle:5,1',
      'DELETE /patients/{id}: auth',
      "PUT /patients/{id}: auth authorize('update')",
      'GET /patients/{patient}/notes: auth can',
      'DELETE /admin/users/{user}: auth can:administer',
      'GET /api/patients/search: auth:sanctum',
      'POST /api/payments/callback: ',
      'GET /preview: ',
    ],
    flaws: [
      'D1 app/Http/Controllers/PaymentController.php:11',
      'D1 app/Http/Controllers/PatientController.php:43',
      'D3 app/Http/Controllers/PatientController.php:31',
      'D3 app/Http/Controllers/PatientController.php:25',
      'D4 app/Http/Controllers/PatientController.php:48',
      'D5 app/Http/Controllers/FileController.php:16',
      'D7 app/Http/Controllers/LoginController.php:13',
      'D8 config/session.php:5',
    ],
  },
  spring: {
    framework: 'spring',
    endpoints: [
      'GET /api/accounts/{id}: PreAuthorize authenticated',
      'POST /api/accounts/{id}/transfers: authenticated',
      'DELETE /api/accounts/{id}: authenticated',
      'GET /api/admin/statements: hasRole',
      'GET /api/rates: ',
    ],
    flaws: [
      'D1 src/main/java/com/example/bank/service/AccountService.java:25',
      'D3 src/main/java/com/example/bank/web/AccountController.java:43',
      'D3 src/main/java/com/example/bank/web/AccountController.java:51',
      'D4 src/main/java/com/example/bank/web/AdminController.java:32',
      'D8 src/main/resources/application.properties:2',
    ],
  },
  django: {
    framework: 'django',
    endpoints: [
      'ANY /orders/<int:pk>/cancel: login_required',
      'ANY /orders/<int:pk>: LoginRequiredMixin',
      'GET /orders/export/<str:name>: PermissionRequiredMixin permission_required',
      'DELETE /orders/api/items/<pk>: permissions.IsAuthenticated',
      'POST /orders/api/items/<pk>/discount: ',
      'ANY /orders/search: ',
    ],
    flaws: [
      'D1 shop/orders/views.py:38',
      'D1 shop/orders/views.py:33',
      'D3 shop/orders/views.py:30',
      'D3 shop/orders/views.py:27',
      'D6 shop/orders/views.py:43',
      'D7 shop/shop/settings.py:3',
      'D8 shop/shop/settings.py:1',
      'D9 shop/orders/api.py:17',
    ],
  },
  flask: {
    framework: 'flask',
    endpoints: [
      'GET /admin/ping: require_admin',
      'GET /notes/<int:note_id>: login_required',
      'DELETE /notes/attachments/<path:name>: login_required',
      'POST /login: ',
      'GET /notes/find: ',
    ],
    flaws: [
      'D1 app/notes.py:29',
      'D1 app/notes.py:35',
      'D1 app/admin.py:17',
      'D3 app/notes.py:23',
      'D4 app/notes.py:41',
      'D5 app/notes.py:50',
      'D7 app/auth.py:14',
    ],
  },
  gin: {
    framework: 'gin',
    endpoints: [
      'DELETE /api/tickets/:id: middleware.Authenticate',
      'POST /api/tickets/:id/refund: middleware.MustSupport middleware.Authenticate',
      'POST /admin/run: middleware.RequireAdmin',
      'GET /avatar: ',
    ],
    flaws: [
      'D1 handlers/handlers.go:41',
      'D1 handlers/handlers.go:65',
      'D3 main.go:29',
      'D5 handlers/handlers.go:56',
      'D6 handlers/handlers.go:70',
      'D7 handlers/handlers.go:24',
      'D8 handlers/handlers.go:31',
    ],
  },
};

describe.each(Object.entries(CASES))('an application of %s', (name, { framework, endpoints, flaws }) => {
  test('has its endpoints with their guards in the matrix, and its flaws among the findings', async () => {
    const { stdout } = await runCli(['audit', '--all', '-f', 'json'], { cwd: join(APPS, name) });
    const report: ReportDocument = JSON.parse(stdout);
    expect(reportSchema.safeParse(report).error).toBeUndefined();
    expect(report.audit?.recon.frameworks).toContain(framework);
    const matrix = (report.audit?.permission_matrix ?? []).map(
      ({ endpoint, guards }) => `${endpoint}: ${guards.join(' ')}`,
    );
    expect(endpoints.filter((row) => !matrix.includes(row))).toEqual([]);
    const found = new Set(report.findings.map(({ dimension, file, line }) => `${dimension} ${file}:${line}`));
    expect(flaws.filter((flaw) => !found.has(flaw))).toEqual([]);
    expect(report.coverage.dimensions.D1).toBe('✅');
  }, 120_000);
});
