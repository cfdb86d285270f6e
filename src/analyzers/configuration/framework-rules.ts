/** Web frameworks and app platforms: settings that are for development and must not ship. */
import type { LineRule } from './line-rules.ts';

const CONFIG = { category: 'owasp', dimension: 'D8' } as const;
const DJANGO =
  /(?:^|\/)(?:settings|[\w-]*settings[\w-]*|settings\/(?:base|common|prod|production|defaults?|__init__|staging))\.py$/u;
const DEVELOPMENT =
  /(?:^|[/_.-])(?:dev|devel|development|local|test|tests|testing|debug|ci|docker|example|sample|e2e)(?:[/_.-]|$)/iu;
const IS_DJANGO = /\b(?:INSTALLED_APPS|MIDDLEWARE|ROOT_URLCONF|DATABASES|django)\b/u;
const SPRING = /(?:^|\/)(?:application|bootstrap)(?:-[\w]+)?\.(?:properties|ya?ml)$/u;
const RAILS_PRODUCTION = /(?:^|\/)config\/(?:environments\/(?:production|staging)|application)\.rb$/u;
const WEB_CONFIG = /(?:^|\/)[Ww]eb(?:\.[Rr]elease|\.[Pp]roduction)?\.config$/u;
const MANIFEST = /(?:^|\/)AndroidManifest\.xml$/u;

export const FRAMEWORK_RULES: readonly LineRule[] = [
  {
    ...CONFIG,
    rule: 'debug-mode-on',
    files: new RegExp(
      `${DJANGO.source}|${WEB_CONFIG.source}|${MANIFEST.source}|${/(?:^|\/)config\/app\.php$/u.source}`,
      'u',
    ),
    except: DEVELOPMENT,
    pattern:
      /^\s*(DEBUG\s*=\s*True\b(?!\s*if)|<compilation\b[^>\n]*\bdebug="true"|(?:<application\b[^>\n]*)?\bandroid:debuggable="true"|'debug'\s*=>\s*true\b)/u,
    unless: /^\s*DEBUG\s*=\s*(?:False|env|os\.)|android:debuggable="false"|if\s+DEBUG\b[^\n]*:\s*\n\s*#\s*dev/mu,
    severity: 'MEDIUM',
    cwe: 'CWE-489',
    title: 'Debug mode is on by default',
    issue: 'Error pages show code, settings and data, and with some tools a visitor can run code.',
    recommendation: 'Off unless asked for: `DEBUG = os.environ.get("DEBUG") == "1"`, `debug="false"`.',
    confidence: 'medium',
  },
  {
    ...CONFIG,
    rule: 'django-any-host',
    files: DJANGO,
    except: DEVELOPMENT,
    requires: IS_DJANGO,
    pattern: /^(ALLOWED_HOSTS\s*=\s*[[(]\s*["']\*["'])/u,
    severity: 'LOW',
    cwe: 'CWE-346',
    title: 'Requests for any host name are answered',
    issue: 'Links in mails and caches are built from the name in the request, which the sender chooses.',
    recommendation: 'Name the hosts: `ALLOWED_HOSTS = ["app.example.org"]`.',
  },
  {
    ...CONFIG,
    rule: 'cookie-without-protection',
    files: new RegExp(
      `${DJANGO.source}|${WEB_CONFIG.source}|${SPRING.source}|${/(?:^|\/)config\/session\.php$/u.source}`,
      'u',
    ),
    except: DEVELOPMENT,
    pattern:
      /^\s*((?:SESSION|CSRF)_COOKIE_SECURE\s*=\s*False|SESSION_COOKIE_HTTPONLY\s*=\s*False|<httpCookies\b[^>\n]*(?:requireSSL|httpOnlyCookies)="false"|<forms\b[^>\n]*requireSSL="false"|server\.servlet\.session\.cookie\.(?:secure|http-only)\s*[=:]\s*false|'(?:secure|http_only)'\s*=>\s*false)/u,
    severity: 'LOW',
    cwe: 'CWE-614',
    title: 'The session cookie is not protected: {what}',
    issue: 'It is sent over plain connections, or scripts of the page can read it.',
    recommendation: 'Set secure and http-only for session cookies.',
  },
  {
    ...CONFIG,
    rule: 'django-weak-password-hash',
    files: DJANGO,
    except: DEVELOPMENT,
    requires: /PASSWORD_HASHERS\s*=\s*[[(]\s*["']django\.contrib\.auth\.hashers\.(?:Unsalted)?(?:MD5|SHA1)/u,
    pattern: /^(PASSWORD_HASHERS\s*=)/u,
    severity: 'HIGH',
    cwe: 'CWE-916',
    dimension: 'D7',
    title: 'Passwords are stored with a fast hash',
    issue: 'Whoever gets the table tries billions of passwords a second.',
    recommendation: 'Put a slow one first: `django.contrib.auth.hashers.Argon2PasswordHasher`.',
  },
  {
    ...CONFIG,
    rule: 'any-origin-with-credentials',
    files: DJANGO,
    except: DEVELOPMENT,
    requires: /^\s*CORS_ALLOW_CREDENTIALS\s*=\s*True/mu,
    pattern: /^\s*(CORS_(?:ALLOW_ALL_ORIGINS|ORIGIN_ALLOW_ALL)\s*=\s*True)/u,
    severity: 'HIGH',
    cwe: 'CWE-942',
    title: 'Every site may act in the name of the user',
    issue: 'Any page the user visits can call this service with their cookies and read the answers.',
    recommendation: 'List them: `CORS_ALLOWED_ORIGINS = ["https://app.example.org"]`.',
  },
  {
    ...CONFIG,
    rule: 'rails-production-setting',
    files: RAILS_PRODUCTION,
    pattern:
      /^\s*(config\.(?:force_ssl\s*=\s*false|action_controller\.allow_forgery_protection\s*=\s*false|consider_all_requests_local\s*=\s*true))\b/u,
    severity: 'MEDIUM',
    cwe: 'CWE-16',
    title: 'A protection of production is switched off: {what}',
    issue: 'Plain connections, forged requests or error pages with code and data become possible in production.',
    recommendation: 'Use the safe value: `config.force_ssl = true`, `consider_all_requests_local = false`.',
  },
  {
    ...CONFIG,
    rule: 'errors-shown-to-visitors',
    files: new RegExp(
      `${WEB_CONFIG.source}|${SPRING.source}|${/(?:^|\/)php[\w.-]*\.ini$/u.source}|${/(?:^|\/)appsettings(?:\.[Pp]roduction|\.[Ss]taging)?\.json$/u.source}`,
      'u',
    ),
    except: DEVELOPMENT,
    pattern:
      /^\s*(<customErrors\b[^>\n]*mode="Off"|server\.error\.include-stacktrace\s*[=:]\s*always|display_errors\s*=\s*(?:On|1)\b|"DetailedErrors"\s*:\s*true|<trace\b[^>\n]*enabled="true"[^>\n]*localOnly="false")/iu,
    severity: 'LOW',
    cwe: 'CWE-209',
    title: 'Visitors see the details of errors: {what}',
    issue: 'Paths, queries and versions help an attacker to the next step.',
    recommendation:
      'Write them to the log only: `mode="RemoteOnly"`, `include-stacktrace=never`, `display_errors = Off`.',
  },
  {
    ...CONFIG,
    rule: 'request-validation-off',
    files: WEB_CONFIG,
    pattern:
      /(\b(?:validateRequest="false"|enableViewStateMac="false"|enableEventValidation="false"|requestValidationMode="2\.0")|<directoryBrowse\b[^>\n]*enabled="true")/iu,
    severity: 'MEDIUM',
    cwe: 'CWE-16',
    title: 'A protection of the server is switched off: {what}',
    issue: 'Without it tampered state, markup in requests or the listing of folders get through.',
    recommendation: 'Remove the attribute; the default is the safe value.',
  },
  {
    ...CONFIG,
    rule: 'spring-actuator-open',
    files: SPRING,
    except: DEVELOPMENT,
    pattern:
      /^\s*(management\.endpoints\.web\.exposure\.include\s*[=:]\s*["']?\*|management\.security\.enabled\s*[=:]\s*false)/u,
    severity: 'MEDIUM',
    cwe: 'CWE-497',
    title: 'All management endpoints are reachable: {what}',
    issue: '`/env`, `/heapdump` and `/loggers` show secrets and change the running service.',
    recommendation: 'Name what monitoring needs: `management.endpoints.web.exposure.include=health,info`.',
  },
  {
    ...CONFIG,
    rule: 'spring-database-console',
    files: SPRING,
    except: DEVELOPMENT,
    pattern: /^\s*(spring\.h2\.console\.(?:settings\.web-allow-others|enabled)\s*[=:]\s*true)/u,
    severity: 'MEDIUM',
    cwe: 'CWE-489',
    title: 'The console of the database is served with the application',
    issue: 'Its address runs any SQL, and through it code on the machine.',
    recommendation: 'Move it to a profile for development: `application-dev.properties`.',
  },
  {
    ...CONFIG,
    rule: 'php-remote-include',
    files: /(?:^|\/)php[\w.-]*\.ini$|(?:^|\/)\.user\.ini$/u,
    pattern: /^\s*(allow_url_include\s*=\s*(?:On|1))\b/iu,
    severity: 'HIGH',
    cwe: 'CWE-98',
    title: 'PHP may include code from other servers',
    issue: 'A path that a visitor can choose is then enough to run their code.',
    recommendation: 'Set `allow_url_include = Off`.',
  },
  {
    ...CONFIG,
    rule: 'laravel-debug-in-production',
    files: /(?:^|\/)\.env(?:\.prod(?:uction)?|\.staging)?$/u,
    requires: /^APP_ENV=["']?(?:prod|production|staging)\b/mu,
    pattern: /^\s*(APP_DEBUG\s*=\s*["']?true)\b/iu,
    severity: 'MEDIUM',
    cwe: 'CWE-489',
    title: 'Debug mode is on in production',
    issue: 'Error pages show settings, secrets among them.',
    recommendation: 'Set `APP_DEBUG=false`.',
  },
  {
    ...CONFIG,
    rule: 'app-allows-plain-traffic',
    files: /(?:^|\/)(?:AndroidManifest|network_security_config)\.xml$/u,
    pattern: /(\b(?:android:usesCleartextTraffic|cleartextTrafficPermitted)="true")/u,
    unless: /<domain\b[^>]*>(?:localhost|10\.0\.2\.2|127\.0\.0\.1)/u,
    severity: 'MEDIUM',
    cwe: 'CWE-319',
    title: 'The app may talk without encryption',
    issue: 'Whoever shares the network reads and changes what the app sends and shows.',
    recommendation: 'Set it to false and name single hosts in a network security configuration.',
  },
  {
    ...CONFIG,
    rule: 'tls-off-in-connection',
    files:
      /(?:^|\/)(?:appsettings(?:\.[\w]+)?\.json|[Ww]eb(?:\.[\w]+)?\.config|application(?:-\w+)?\.(?:properties|ya?ml))$/u,
    except: DEVELOPMENT,
    pattern:
      /(\bTrustServerCertificate\s*=\s*(?:True|Yes)\b|\btrustServerCertificate=true\b|[?&;]sslmode=disable\b|[?&]useSSL=false\b)/iu,
    unless: /(?:Server|Data Source|Host)=(?:localhost|127\.0\.0\.1|\.|\(local)|:\/\/(?:localhost|127\.0\.0\.1)/iu,
    severity: 'LOW',
    cwe: 'CWE-295',
    title: 'The database connection is not protected: {what}',
    issue: 'Another machine on the way can answer for the database and read what is sent, the password too.',
    recommendation: 'Check the certificate: remove `TrustServerCertificate`, use `sslmode=verify-full`.',
  },
];
