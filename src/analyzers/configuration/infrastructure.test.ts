/** Cluster and cloud descriptions and settings files: for every rule a text that has the problem and some that have not. */
import { expect, test } from 'vitest';
import { detectLanguage } from '../../protocol/source/language.ts';
import { openDocument } from '../source-text/text-document.ts';
import { CLOUD_PROBLEMS } from './cloud-problems.ts';
import { checkConfiguration } from './configuration.ts';
import { ENV_FILE_PROBLEMS } from './env-file.ts';
import { FRAMEWORK_RULES } from './framework-rules.ts';
import { KUBERNETES_PROBLEMS } from './kubernetes-checks.ts';
import { NGINX_PROBLEMS } from './nginx-alias.ts';
import { SERVER_RULES } from './server-rules.ts';
import { TOOL_RULES } from './tool-rules.ts';

const check = (path: string, text: string): readonly string[] =>
  checkConfiguration(
    openDocument({ path, language: detectLanguage(path)?.name ?? null, text, changed: null }),
  ).observations.map(({ rule, line, severity }) => `${rule} ${line} ${severity}`);

type Case = readonly [expected: string, path: string, bad: string, good: readonly string[]];

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
const POD = 'k8s/pod.yaml';
const STACK = 'stack.yml';
const CHART = 'chart/templates/deployment.yaml';

const pod = (...spec: readonly string[]): string =>
  lines('apiVersion: v1', 'kind: Pod', 'spec:', ...spec.map((line) => `  ${line}`));
const container = (...rest: readonly string[]): string =>
  pod('containers:', '  - name: a', '    image: a:1', ...rest.map((line) => `    ${line}`));
const role = (kind: string, resources: string, verbs: string): string =>
  lines(
    'apiVersion: rbac.authorization.k8s.io/v1',
    `kind: ${kind}`,
    'rules:',
    '  - apiGroups: [""]',
    `    resources: [${resources}]`,
    `    verbs: [${verbs}]`,
  );
const binding = (role: string, subject: string, kind = 'ServiceAccount'): string =>
  lines(
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRoleBinding',
    'roleRef:',
    `  name: ${role}`,
    'subjects:',
    `  - kind: ${kind}`,
    `    name: ${subject}`,
  );
const resource = (kind: string, ...body: readonly string[]): string =>
  lines(`resource "${kind}" "a" {`, ...body.map((line) => `  ${line}`), '}');
const stack = (kind: string, ...body: readonly string[]): string =>
  lines(
    'AWSTemplateFormatVersion: "2010-09-09"',
    'Resources:',
    '  A:',
    `    Type: ${kind}`,
    '    Properties:',
    ...body.map((line) => `      ${line}`),
  );

const CLUSTER_CASES: readonly Case[] = [
  [
    'pod-privileged 8 HIGH',
    POD,
    container('securityContext:', '  privileged: true'),
    [container('securityContext:', '  privileged: false')],
  ],
  [
    'pod-privileged 4 HIGH',
    'chart/values.yaml',
    'a:\n  image: x\n  securityContext:\n    privileged: true\n',
    ['a:\n  privileged: true\n'],
  ],
  [
    'pod-escalation-allowed 8 MEDIUM',
    POD,
    container('securityContext:', '  allowPrivilegeEscalation: true'),
    [container('securityContext:', '  allowPrivilegeEscalation: false')],
  ],
  [
    'pod-runs-as-root 8 MEDIUM',
    POD,
    container('securityContext:', '  runAsUser: 0'),
    [container('securityContext:', '  runAsUser: 1000', '  runAsNonRoot: true')],
  ],
  [
    'pod-host-namespace 4 MEDIUM',
    POD,
    pod('hostNetwork: true', 'containers: [{ name: a, image: "a:1" }]'),
    [pod('hostNetwork: false', 'containers: [{ name: a, image: "a:1" }]')],
  ],
  [
    'pod-host-path 8 HIGH',
    POD,
    pod(
      'containers: [{ name: a, image: "a:1" }]',
      'volumes:',
      '  - name: s',
      '    hostPath:',
      '      path: /var/run/docker.sock',
    ),
    [pod('containers: [{ name: a, image: "a:1" }]', 'volumes: [{ name: s, emptyDir: {} }]')],
  ],
  [
    'pod-host-path 8 LOW',
    POD,
    pod(
      'containers: [{ name: a, image: "a:1" }]',
      'volumes:',
      '  - name: s',
      '    hostPath:',
      '      path: /opt/models',
    ),
    [pod('containers: []')],
  ],
  [
    'pod-strong-capability 9 MEDIUM',
    POD,
    container('securityContext:', '  capabilities:', '    add: [SYS_ADMIN]'),
    [container('securityContext:', '  capabilities:', '    drop: [ALL]', '    add: [NET_BIND_SERVICE]')],
  ],
  [
    'pod-image-version-open 6 LOW',
    POD,
    pod('containers:', '  - name: a', '    image: nginx:latest'),
    [container(), pod('containers:', '  - image: a@sha256:00', '  - image: "$IMAGE"')],
  ],
  [
    'pod-privileged 13 HIGH',
    CHART,
    lines(
      '{{- if .Values.on }}',
      'apiVersion: apps/v1',
      'kind: Deployment',
      'metadata:',
      '  name: {{ include "a.name" . }}',
      'spec:',
      '  template:',
      '    spec:',
      '      containers:',
      '        - name: {{ .Chart.Name }}',
      '          image: "{{ .Values.image }}:{{ .Values.tag }}"',
      '          securityContext:',
      '            privileged: true',
      '{{- end }}',
    ),
    [
      lines(
        'apiVersion: apps/v1',
        'kind: Deployment',
        'spec:',
        '  template:',
        '    spec:',
        '      containers:',
        '        - image: a:1',
        '          securityContext:',
        '            privileged: {{ .Values.privileged }}',
      ),
    ],
  ],
  [
    'role-may-do-everything 6 HIGH',
    POD,
    role('ClusterRole', '"*"', '"*"'),
    [role('ClusterRole', 'pods', '"*"'), role('Role', '"*"', 'get')],
  ],
  [
    'role-may-escalate 6 MEDIUM',
    POD,
    role('ClusterRole', 'users', 'impersonate'),
    [role('ClusterRole', 'users', 'get')],
  ],
  [
    'binding-to-everyone 7 HIGH',
    POD,
    binding('edit', 'system:unauthenticated', 'Group'),
    [binding('system:discovery', 'system:unauthenticated', 'Group'), binding('edit', 'developers', 'Group')],
  ],
  ['binding-to-cluster-admin 7 MEDIUM', POD, binding('cluster-admin', 'default'), [binding('view', 'default')]],
  [
    'secret-object-committed 3 MEDIUM',
    POD,
    lines('apiVersion: v1', 'kind: Secret', 'data:', '  password: c3VwZXJzM2NyZXQ='),
    [
      lines('apiVersion: v1', 'kind: Secret', 'data: {}'),
      lines('apiVersion: v1', 'kind: Secret', 'stringData:', '  password: <your password>'),
      lines('apiVersion: v1', 'kind: Secret', 'sops: {}', 'data:', '  password: c3VwZXJz'),
    ],
  ],
];

const CLOUD_CASES: readonly Case[] = [
  [
    'cloud-open-port 5 HIGH',
    'a.tf',
    resource(
      'aws_security_group',
      'ingress {',
      '  from_port = 22',
      '  to_port = 22',
      '  cidr_blocks = ["0.0.0.0/0"]',
      '}',
    ),
    [
      resource(
        'aws_security_group',
        'ingress {',
        '  from_port = 443',
        '  to_port = 443',
        '  cidr_blocks = ["0.0.0.0/0"]',
        '}',
        'egress {',
        '  from_port = 0',
        '  to_port = 0',
        '  protocol = "-1"',
        '  cidr_blocks = ["0.0.0.0/0"]',
        '}',
      ),
      resource(
        'aws_security_group',
        'ingress {',
        '  from_port = 22',
        '  to_port = 22',
        '  cidr_blocks = ["10.0.0.0/8"]',
        '}',
      ),
      '# from_port = 22\n',
    ],
  ],
  [
    'cloud-open-port 4 HIGH',
    'a.tf',
    resource(
      'google_compute_firewall',
      'allow {',
      '}',
      'source_ranges = ["0.0.0.0/0"]',
      'allow {',
      '  protocol = "tcp"',
      '  ports = ["3000-4000"]',
      '}',
    ),
    [
      resource(
        'google_compute_firewall',
        'source_ranges = ["0.0.0.0/0"]',
        'allow {',
        '  protocol = "tcp"',
        '  ports = ["443"]',
        '}',
      ),
    ],
  ],
  [
    'cloud-open-port 5 HIGH',
    'a.tf',
    resource(
      'azurerm_network_security_rule',
      'direction = "Inbound"',
      'access = "Allow"',
      'destination_port_range = "3389"',
      'source_address_prefix = "*"',
    ),
    [
      resource(
        'azurerm_network_security_rule',
        'direction = "Inbound"',
        'access = "Deny"',
        'destination_port_range = "3389"',
        'source_address_prefix = "*"',
      ),
    ],
  ],
  [
    'cloud-open-port 10 HIGH',
    STACK,
    stack(
      'AWS::EC2::SecurityGroup',
      'SecurityGroupIngress:',
      '  - IpProtocol: tcp',
      '    FromPort: 3306',
      '    ToPort: 3306',
      '    CidrIp: 0.0.0.0/0',
    ),
    [
      stack(
        'AWS::EC2::SecurityGroup',
        'SecurityGroupIngress:',
        '  - IpProtocol: tcp',
        '    FromPort: 443',
        '    ToPort: 443',
        '    CidrIp: 0.0.0.0/0',
      ),
    ],
  ],
  [
    'cloud-public-storage 2 HIGH',
    'a.tf',
    resource('aws_s3_bucket', 'acl = "public-read"'),
    [resource('aws_s3_bucket', 'acl = "private"')],
  ],
  [
    'cloud-public-storage 6 HIGH',
    STACK,
    stack('AWS::S3::Bucket', 'AccessControl: PublicRead'),
    [stack('AWS::S3::Bucket', 'AccessControl: Private')],
  ],
  [
    'cloud-public-storage 1 HIGH',
    'stack.json',
    '{"Resources":{"A":{"Type":"AWS::S3::Bucket","Properties":{"AccessControl":"PublicReadWrite"}}}}',
    ['{"Resources":{"A":{"Type":"AWS::S3::Bucket","Properties":{}}}}'],
  ],
  [
    'cloud-public-storage 2 HIGH',
    'a.tf',
    resource('google_storage_bucket_iam_member', 'member = "allUsers"'),
    [resource('google_storage_bucket_iam_member', 'member = "user:a@b.example"')],
  ],
  [
    'cloud-public-access-allowed 2 LOW',
    'a.tf',
    resource('aws_s3_bucket_public_access_block', 'block_public_acls = false'),
    [resource('aws_s3_bucket_public_access_block', 'block_public_acls = true')],
  ],
  [
    'cloud-public-database 2 HIGH',
    'a.tf',
    resource('aws_db_instance', 'publicly_accessible = true'),
    [resource('aws_db_instance', 'publicly_accessible = false', '# publicly_accessible = true')],
  ],
  [
    'cloud-public-database 5 HIGH',
    'a.tf',
    resource(
      'google_sql_database_instance',
      'settings {',
      '  ip_configuration {',
      '    authorized_networks {',
      '      value = "0.0.0.0/0"',
      '    }',
      '  }',
      '}',
    ),
    [resource('google_sql_database_instance', 'settings {', '}')],
  ],
  [
    'cloud-unencrypted-storage 2 MEDIUM',
    'a.tf',
    resource('aws_ebs_volume', 'encrypted = false'),
    [resource('aws_ebs_volume', 'encrypted = true'), resource('aws_sns_topic', 'encrypted = false')],
  ],
  [
    'cloud-unencrypted-storage 6 MEDIUM',
    STACK,
    stack('AWS::RDS::DBInstance', 'StorageEncrypted: false'),
    [stack('AWS::RDS::DBInstance', 'StorageEncrypted: true')],
  ],
  [
    'cloud-all-rights 2 HIGH',
    'a.tf',
    resource(
      'aws_iam_policy',
      'policy = jsonencode({',
      '  Statement = [{',
      '    Effect = "Allow"',
      '    Action = "*"',
      '    Resource = "*"',
      '  }]',
      '})',
    ),
    [
      resource(
        'aws_iam_policy',
        'policy = jsonencode({',
        '  Statement = [{',
        '    Effect = "Allow"',
        '    Action = "s3:*"',
        '    Resource = "*"',
        '  }]',
        '})',
      ),
      resource(
        'aws_iam_policy',
        'policy = jsonencode({ Statement = [{ Effect = "Deny", Action = "*", Resource = "*" }] })',
      ),
    ],
  ],
  [
    'cloud-all-rights 2 HIGH',
    'a.tf',
    resource(
      'aws_iam_policy',
      'policy = <<EOF',
      '{"Statement":[{"Effect":"Allow","Action":["*"],"Resource":"*"}]}',
      'EOF',
    ),
    [
      resource(
        'aws_iam_policy',
        'policy = <<EOF',
        '{"Statement":[{"Effect":"Allow","Action":["s3:Get*"],"Resource":"*"}]}',
        'EOF',
      ),
    ],
  ],
  [
    'cloud-all-rights 3 HIGH',
    'a.tf',
    lines(
      'data "aws_iam_policy_document" "a" {',
      '  statement {',
      '    actions = ["*"]',
      '    resources = ["*"]',
      '  }',
      '}',
    ),
    [
      lines(
        'data "aws_iam_policy_document" "a" {',
        '  statement {',
        '    effect = "Deny"',
        '    actions = ["*"]',
        '    resources = ["*"]',
        '  }',
        '}',
      ),
    ],
  ],
  [
    'cloud-all-rights 9 HIGH',
    STACK,
    stack(
      'AWS::IAM::ManagedPolicy',
      'PolicyDocument:',
      '  Statement:',
      '    - Effect: Allow',
      "      Action: '*'",
      "      Resource: '*'",
    ),
    [
      stack(
        'AWS::IAM::ManagedPolicy',
        'PolicyDocument:',
        '  Statement:',
        '    - Effect: Allow',
        "      Action: 's3:GetObject'",
        "      Resource: '*'",
      ),
    ],
  ],
  [
    'cloud-anyone-may 2 MEDIUM',
    'a.tf',
    resource(
      'aws_s3_bucket_policy',
      'policy = jsonencode({ Statement = [{ Effect = "Allow", Principal = "*", Action = "s3:GetObject" }] })',
    ),
    [
      resource(
        'aws_s3_bucket_policy',
        'policy = jsonencode({ Statement = [{ Effect = "Allow", Principal = "*", Action = "s3:GetObject", Condition = {} }] })',
      ),
    ],
  ],
  [
    'cloud-plain-traffic 3 MEDIUM',
    'a.tf',
    resource('aws_cloudfront_distribution', 'default_cache_behavior {', '  viewer_protocol_policy = "allow-all"', '}'),
    [
      resource(
        'aws_cloudfront_distribution',
        'default_cache_behavior {',
        '  viewer_protocol_policy = "redirect-to-https"',
        '}',
      ),
    ],
  ],
  [
    'cloud-old-tls 2 MEDIUM',
    'a.tf',
    resource('azurerm_storage_account', 'min_tls_version = "TLS1_0"'),
    [resource('azurerm_storage_account', 'min_tls_version = "TLS1_2"')],
  ],
  [
    'cloud-metadata-v1 3 LOW',
    'a.tf',
    resource('aws_instance', 'metadata_options {', '  http_tokens = "optional"', '}'),
    [resource('aws_instance', 'metadata_options {', '  http_tokens = "required"', '}')],
  ],
  [
    'cloud-module-not-pinned 2 LOW',
    'a.tf',
    'module "a" {\n  source = "git::https://x.example/a.git"\n}\n',
    [
      'module "a" {\n  source = "git::https://x.example/a.git?ref=v1.2.0"\n}\n',
      'module "a" {\n  source = "./a"\n}\n',
      'module "a" {\n  source = "terraform-aws-modules/vpc/aws"\n}\n',
    ],
  ],
];

test('an endpoint that lets everything through is how endpoints are written, a role that anyone may take is not', () => {
  const open = 'jsonencode({ Statement = [{ Effect = "Allow", Principal = "*", Action = "*", Resource = "*" }] })';
  expect(check('a.tf', resource('aws_vpc_endpoint', `policy = ${open}`))).toEqual([]);
  const trust =
    'jsonencode({ Statement = [{ Effect = "Allow", Principal = { AWS = "*" }, Action = "sts:AssumeRole" }] })';
  expect(check('a.tf', resource('aws_iam_role', `assume_role_policy = ${trust}`))).toEqual([
    'cloud-anyone-may 2 MEDIUM',
  ]);
});

const NGINX = 'deploy/nginx.conf';
const SERVER_CASES: readonly Case[] = [
  [
    'nginx-alias-traversal 2 HIGH',
    NGINX,
    'server {\n  location /files {\n    alias /srv/files/;\n  }\n}\n',
    [
      'server {\n  location /files/ {\n    alias /srv/files/;\n  }\n}\n',
      'server {\n  location /files {\n    alias /srv/files;\n  }\n  location /a {\n    root /b/;\n  }\n}\n',
    ],
  ],
  [
    'nginx-header-injection 2 MEDIUM',
    NGINX,
    'server {\n  return 301 https://$host$uri;\n}\n',
    ['server {\n  return 301 https://$host$request_uri;\n}\n'],
  ],
  [
    'nginx-request-forgery 2 HIGH',
    NGINX,
    'location / {\n  proxy_pass http://$arg_target;\n}\n',
    ['location / {\n  proxy_pass http://backend;\n}\n'],
  ],
  [
    'server-old-tls 1 MEDIUM',
    NGINX,
    'ssl_protocols TLSv1 TLSv1.2;\n',
    ['ssl_protocols TLSv1.2 TLSv1.3;\n', '# ssl_protocols SSLv3;\n'],
  ],
  [
    'server-old-tls 1 MEDIUM',
    'conf/httpd.conf',
    'SSLProtocol all +TLSv1\n',
    ['SSLProtocol all -SSLv3 -TLSv1 -TLSv1.1\n'],
  ],
  [
    'server-weak-cipher 1 MEDIUM',
    NGINX,
    'ssl_ciphers HIGH:RC4:!MD5;\n',
    ['ssl_ciphers HIGH:!aNULL:!MD5:!RC4;\n', 'ssl_ciphers ECDHE-RSA-AES128-GCM-SHA256;\n'],
  ],
  ['server-lists-folders 1 LOW', NGINX, 'autoindex on;\n', ['autoindex off;\n']],
  ['server-lists-folders 1 LOW', '.htaccess', 'Options +Indexes\n', ['Options -Indexes +FollowSymLinks\n']],
  [
    'server-open-proxy 2 HIGH',
    'conf/httpd.conf',
    'ServerName a\nProxyRequests On\n',
    ['ServerName a\nProxyRequests Off\n'],
  ],
  ['server-upstream-not-verified 1 LOW', NGINX, 'proxy_ssl_verify off;\n', ['proxy_ssl_verify on;\n']],
  [
    'server-any-origin-with-credentials 1 MEDIUM',
    NGINX,
    'add_header Access-Control-Allow-Origin $http_origin;\nadd_header Access-Control-Allow-Credentials true;\n',
    [
      'add_header Access-Control-Allow-Origin $http_origin;\n',
      'add_header Access-Control-Allow-Origin https://a.example;\nadd_header Access-Control-Allow-Credentials true;\n',
    ],
  ],
  ['nginx-runs-as-root 1 MEDIUM', NGINX, 'user root;\n', ['user nginx;\n']],
  [
    'sshd-root-login 1 MEDIUM',
    'etc/ssh/sshd_config',
    'PermitRootLogin yes\n',
    ['PermitRootLogin no\n', '#PermitRootLogin yes\n', 'PermitRootLogin prohibit-password\n'],
  ],
  ['sshd-empty-passwords 1 HIGH', 'etc/ssh/sshd_config', 'PermitEmptyPasswords yes\n', ['PermitEmptyPasswords no\n']],
  [
    'ssh-any-host-key 2 MEDIUM',
    '.ssh/config',
    'Host *\n  StrictHostKeyChecking no\n',
    ['Host *\n  StrictHostKeyChecking yes\n'],
  ],
  [
    'sudo-without-password 1 MEDIUM',
    'etc/sudoers.d/app',
    'app ALL=(ALL) NOPASSWD: ALL\n',
    ['app ALL=(root) NOPASSWD: /bin/systemctl restart app\n'],
  ],
  [
    'sudo-keeps-loader-variables 1 HIGH',
    'etc/sudoers',
    'Defaults env_keep += "LD_PRELOAD"\n',
    ['Defaults env_reset\nDefaults env_keep += "LANG"\n'],
  ],
  [
    'postgres-trusts-everyone 1 HIGH',
    'db/pg_hba.conf',
    'host all all 0.0.0.0/0 trust\n',
    ['host all all 127.0.0.1/32 trust\n', 'host all all 0.0.0.0/0 scram-sha-256\n'],
  ],
  ['store-without-authentication 1 MEDIUM', 'redis.conf', 'protected-mode no\n', ['protected-mode yes\n']],
  [
    'engine-open-to-network 1 HIGH',
    'etc/daemon.json',
    '{"hosts": ["tcp://0.0.0.0:2375"]}\n',
    ['{"hosts": ["unix:///var/run/docker.sock"]}\n', '{"tlsverify": true, "hosts": ["tcp://0.0.0.0:2376"]}\n'],
  ],
  [
    'engine-plain-registry 1 MEDIUM',
    'etc/daemon.json',
    '{"insecure-registries": ["reg.example:5000"]}\n',
    ['{"insecure-registries": []}\n', '{"insecure-registries": ["localhost:5000"]}\n'],
  ],
];

const DJANGO = 'site/settings.py';
const SETTINGS_CASES: readonly Case[] = [
  [
    'env-file-committed 2 MEDIUM',
    '.env.production',
    'PORT=1\nDB_PASSWORD=hunter-two\n',
    [
      'DB_PASSWORD=\n',
      'DB_PASSWORD=postgres\n',
      'API_KEY=${API_KEY}\n',
      'VITE_API_KEY=abcdef123\n',
      'SECRET_KEY=your-secret-here\n',
    ],
  ],
  ['env-file-committed 1 MEDIUM', 'app/.env', 'export API_TOKEN="abcdefgh"\n', ['# API_TOKEN=abcdefgh\n']],
  ['packages-without-tls-check 1 MEDIUM', '.npmrc', 'strict-ssl=false\n', ['strict-ssl=true\n', 'cafile=ca.pem\n']],
  [
    'packages-without-tls-check 2 MEDIUM',
    'pip.conf',
    '[global]\ntrusted-host = pypi.example\n',
    ['[global]\nindex-url = https://pypi.example\n'],
  ],
  [
    'packages-over-plain-http 1 MEDIUM',
    'build.gradle',
    'maven { url "http://repo.example/m2" }\n',
    ['maven { url "https://repo.example/m2" }\n', 'maven { url "http://localhost:8081" }\n'],
  ],
  ['packages-unsigned 2 MEDIUM', 'etc/a.repo', '[a]\ngpgcheck=0\n', ['[a]\ngpgcheck=1\n']],
  [
    'provisioning-any-host-key 2 MEDIUM',
    'ansible.cfg',
    '[defaults]\nhost_key_checking = False\n',
    ['[defaults]\nhost_key_checking = True\n'],
  ],
  [
    'setting-skips-tls-check 3 MEDIUM',
    'roles/a/tasks/main.yml',
    '- get_url:\n    url: https://a.example\n    validate_certs: no\n',
    ['- get_url:\n    validate_certs: yes\n', '# validate_certs: no\n'],
  ],
  [
    'setting-skips-tls-check 2 MEDIUM',
    'agent.toml',
    '[a]\ninsecure_skip_verify = true\n',
    ['[a]\ninsecure_skip_verify = false\n', '[a]\nverify_ssl = true\n'],
  ],
  [
    'setting-skips-tls-check 1 MEDIUM',
    '.env',
    'NODE_TLS_REJECT_UNAUTHORIZED=0\n',
    ['NODE_TLS_REJECT_UNAUTHORIZED=1\n'],
  ],
  [
    'debug-mode-on 2 MEDIUM',
    DJANGO,
    'INSTALLED_APPS = []\nDEBUG = True\n',
    ['INSTALLED_APPS = []\nDEBUG = os.environ.get("D") == "1"\n', 'DEBUG = False\n'],
  ],
  [
    'debug-mode-on 1 MEDIUM',
    'Web.config',
    '<compilation debug="true" targetFramework="4.8" />\n',
    ['<compilation debug="false" />\n'],
  ],
  [
    'django-any-host 2 LOW',
    DJANGO,
    'INSTALLED_APPS = []\nALLOWED_HOSTS = ["*"]\n',
    ['INSTALLED_APPS = []\nALLOWED_HOSTS = ["a.example"]\n'],
  ],
  ['cookie-without-protection 1 LOW', DJANGO, 'SESSION_COOKIE_SECURE = False\n', ['SESSION_COOKIE_SECURE = True\n']],
  [
    'django-weak-password-hash 1 HIGH',
    DJANGO,
    "PASSWORD_HASHERS = [\n  'django.contrib.auth.hashers.MD5PasswordHasher',\n]\n",
    ["PASSWORD_HASHERS = [\n  'django.contrib.auth.hashers.Argon2PasswordHasher',\n]\n"],
  ],
  [
    'any-origin-with-credentials 2 HIGH',
    DJANGO,
    'CORS_ALLOW_CREDENTIALS = True\nCORS_ALLOW_ALL_ORIGINS = True\n',
    ['CORS_ALLOW_ALL_ORIGINS = True\n'],
  ],
  [
    'rails-production-setting 1 MEDIUM',
    'config/environments/production.rb',
    '  config.force_ssl = false\n',
    ['  config.force_ssl = true\n', '  # config.force_ssl = false\n'],
  ],
  [
    'errors-shown-to-visitors 1 LOW',
    'php.ini',
    'display_errors = On\n',
    ['display_errors = Off\n', '; display_errors = On\n'],
  ],
  [
    'errors-shown-to-visitors 1 LOW',
    'appsettings.json',
    '  "DetailedErrors": true,\n',
    ['  "DetailedErrors": false,\n'],
  ],
  [
    'request-validation-off 1 MEDIUM',
    'web.config',
    '<pages validateRequest="false" />\n',
    ['<pages validateRequest="true" />\n'],
  ],
  [
    'spring-actuator-open 1 MEDIUM',
    'src/main/resources/application.properties',
    'management.endpoints.web.exposure.include=*\n',
    ['management.endpoints.web.exposure.include=health,info\n'],
  ],
  [
    'spring-database-console 1 MEDIUM',
    'application.properties',
    'spring.h2.console.enabled=true\n',
    ['spring.h2.console.enabled=false\n'],
  ],
  ['php-remote-include 1 HIGH', 'php.ini', 'allow_url_include = On\n', ['allow_url_include = Off\n']],
  [
    'laravel-debug-in-production 2 MEDIUM',
    '.env',
    'APP_ENV=production\nAPP_DEBUG=true\n',
    ['APP_ENV=local\nAPP_DEBUG=true\n', 'APP_ENV=production\nAPP_DEBUG=false\n'],
  ],
  [
    'app-allows-plain-traffic 1 MEDIUM',
    'app/AndroidManifest.xml',
    '<application android:usesCleartextTraffic="true" />\n',
    ['<application android:usesCleartextTraffic="false" />\n'],
  ],
  [
    'tls-off-in-connection 1 LOW',
    'appsettings.Production.json',
    '  "Main": "Server=db;TrustServerCertificate=True"\n',
    ['  "Main": "Server=localhost;TrustServerCertificate=True"\n', '  "Main": "Server=db;Encrypt=True"\n'],
  ],
];

const CASES = [...CLUSTER_CASES, ...CLOUD_CASES, ...SERVER_CASES, ...SETTINGS_CASES];

test.each(CASES)('%s in %s', (expected, path, bad, good) => {
  expect(check(path, bad)).toContain(expected);
  const rule = expected.split(' ')[0] ?? '';
  for (const text of good) expect(check(path, text).filter((each) => each.startsWith(`${rule} `))).toEqual([]);
});

test('every rule has a case', () => {
  const rules = [
    ...Object.keys({ ...KUBERNETES_PROBLEMS, ...CLOUD_PROBLEMS, ...NGINX_PROBLEMS, ...ENV_FILE_PROBLEMS }),
    ...[...SERVER_RULES, ...TOOL_RULES, ...FRAMEWORK_RULES].map(({ rule }) => rule),
  ];
  const tried = new Set(CASES.map(([expected]) => expected.split(' ')[0]));
  expect(rules.filter((rule) => !tried.has(rule))).toEqual([]);
});

test('settings for development are left alone', () => {
  expect(check('.env.example', 'API_TOKEN=abcdefgh\n')).toEqual([]);
  expect(check('site/settings/dev.py', 'INSTALLED_APPS = []\nDEBUG = True\n')).toEqual([]);
  expect(check('application-dev.properties', 'spring.h2.console.enabled=true\n')).toEqual([]);
});
