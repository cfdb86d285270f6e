/** Files as well-kept projects have them: nothing may be said about them. */
import { expect, test } from 'vitest';
import { detectLanguage } from '../../protocol/source/language.ts';
import { openDocument } from '../source-text/text-document.ts';
import { checkConfiguration } from './configuration.ts';

const PIN = '0123456789abcdef0123456789abcdef01234567';

const FILES: Readonly<Record<string, string>> = {
  Dockerfile: `# syntax=docker/dockerfile:1
ARG NODE_VERSION=24.1
FROM node:\${NODE_VERSION}-slim AS deps
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm \\
    --mount=type=secret,id=npm_token \\
    NPM_TOKEN="$(cat /run/secrets/npm_token)" npm ci --omit=dev

FROM node:\${NODE_VERSION}-slim
ENV NODE_ENV=production PORT=8080 SESSION_SECRET_FILE=/run/secrets/session
RUN apt-get update \\
 && apt-get install -y --no-install-recommends ca-certificates curl \\
 && rm -rf /var/lib/apt/lists/*
RUN <<EOF
groupadd --system app
useradd --system --gid app app
install -d -o app -g app -m 750 /data
EOF
COPY --from=deps --chown=app:app /app /app
USER app:app
EXPOSE 8080
HEALTHCHECK --interval=30s CMD curl -fsS http://localhost:8080/health || exit 1
ENTRYPOINT ["node", "server.js"]
`,
  'compose.yaml': `services:
  web:
    build: .
    ports: ["127.0.0.1:8080:8080"]
    environment:
      DATABASE_URL: postgres://app:\${DB_PASSWORD}@db/app
      NODE_ENV: production
    volumes:
      - ./config:/app/config:ro
      - data:/data
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    read_only: true
  db:
    image: postgres:16.3
    environment:
      POSTGRES_PASSWORD_FILE: /run/secrets/db
    volumes: ["pg:/var/lib/postgresql/data", "/etc/localtime:/etc/localtime:ro"]
    secrets: [db]
volumes: { data: {}, pg: {} }
secrets: { db: { file: ./db.txt } }
`,
  '.github/workflows/ci.yml': `name: ci
on:
  push: { branches: [main] }
  pull_request:
permissions:
  contents: read
concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: true
jobs:
  test:
    strategy:
      matrix: { node: [22, 24], os: [ubuntu-latest, windows-latest] }
    runs-on: \${{ matrix.os }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: "\${{ matrix.node }}", cache: npm }
      - run: npm ci
      - run: npm test -- --shard=\${{ matrix.node }}/2
      - name: Say
        if: \${{ github.event_name == 'pull_request' && !startsWith(github.head_ref, 'renovate/') }}
        env:
          TITLE: \${{ github.event.pull_request.title }}
        run: |
          # the title is only text here: \${{ 'quoted' }}
          printf '%s\\n' "$TITLE" >> "$GITHUB_STEP_SUMMARY"
  publish:
    needs: test
    if: github.ref == 'refs/heads/main'
    runs-on: ubuntu-latest
    permissions: { contents: read, packages: write, id-token: write }
    steps:
      - uses: actions/checkout@v4
        with: { persist-credentials: false }
      - uses: docker/login-action@${PIN} # v3
        with: { registry: ghcr.io, username: "\${{ github.actor }}", password: "\${{ secrets.GITHUB_TOKEN }}" }
      - id: version
        run: echo "version=$(node -p 'require("./package.json").version')" >> "$GITHUB_OUTPUT"
      - run: npm publish --tag "v\${{ steps.version.outputs.version }}"
        env: { NODE_AUTH_TOKEN: "\${{ secrets.NPM_TOKEN }}" }
`,
  '.github/workflows/triage.yml': `on:
  pull_request_target: { types: [opened] }
  issues: { types: [opened] }
permissions: {}
jobs:
  label:
    runs-on: ubuntu-latest
    permissions: { issues: write, pull-requests: write }
    steps:
      - uses: actions/labeler@v5
      - uses: actions/github-script@v7
        env: { BODY: "\${{ github.event.issue.body }}" }
        with:
          script: |
            const body = process.env.BODY ?? '';
            if (body.length < 10) await github.rest.issues.addLabels({ ...context.repo, issue_number: \${{ github.event.issue.number || 0 }}, labels: ['short'] });
`,
  '.gitlab-ci.yml': `include:
  - template: Security/SAST.gitlab-ci.yml
  - local: /ci/deploy.yml
variables:
  DOCKER_TLS_CERTDIR: "/certs"
build:
  image: docker:27.1
  script:
    - echo "$CI_REGISTRY_PASSWORD" | docker login -u "$CI_REGISTRY_USER" --password-stdin "$CI_REGISTRY"
    - docker build -t "$CI_REGISTRY_IMAGE:$CI_COMMIT_SHA" .
    - curl -fsS https://api.example.org/notify --data-urlencode "branch=$CI_COMMIT_REF_NAME" | jq .
`,
  'deploy/app.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: app }
spec:
  selector: { matchLabels: { app: app } }
  template:
    metadata: { labels: { app: app } }
    spec:
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: app
          image: registry.example.org/app:1.4.2
          securityContext:
            allowPrivilegeEscalation: false
            privileged: false
            capabilities: { drop: [ALL] }
          env:
            - name: DB_PASSWORD
              valueFrom: { secretKeyRef: { name: db, key: password } }
          volumeMounts: [{ name: tmp, mountPath: /tmp }]
      volumes: [{ name: tmp, emptyDir: {} }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: reader }
rules:
  - apiGroups: ["", "apps"]
    resources: [pods, deployments]
    verbs: [get, list, watch]
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: local }
spec: { hostPath: { path: /mnt/data } }
`,
  'infra/main.tf': `terraform {
  required_providers { aws = { source = "hashicorp/aws", version = "~> 5.0" } }
}
module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "5.8.1"
}
resource "aws_security_group" "web" {
  vpc_id = module.vpc.vpc_id
  ingress {
    description = "https"
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"]
  }
  ingress {
    from_port       = 5432
    to_port         = 5432
    protocol        = "tcp"
    security_groups = [aws_security_group.app.id]
  }
  egress {
    from_port   = 0
    to_port     = 0
    protocol    = "-1"
    cidr_blocks = ["0.0.0.0/0"]
  }
}
resource "aws_s3_bucket_public_access_block" "data" {
  bucket                  = aws_s3_bucket.data.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}
resource "aws_iam_role" "app" {
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "ec2.amazonaws.com" } }]
  })
}
data "aws_iam_policy_document" "app" {
  statement {
    actions   = ["s3:GetObject", "s3:ListBucket"]
    resources = ["*"]
  }
}
resource "aws_db_instance" "main" {
  storage_encrypted   = true
  publicly_accessible = false
  password            = var.db_password
}
`,
  'etc/nginx/nginx.conf': `user nginx;
events { worker_connections 1024; }
http {
  server_tokens off;
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:HIGH:!aNULL:!MD5;
  server {
    listen 80;
    return 301 https://$host$request_uri;
  }
  server {
    listen 443 ssl;
    location /static/ { alias /srv/static/; }
    location / {
      proxy_pass http://app:8080;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-Uri $request_uri;
    }
  }
}
`,
  'etc/ssh/sshd_config': 'PermitRootLogin no\nPasswordAuthentication no\nPermitEmptyPasswords no\n',
  'site/settings.py': `import os
DEBUG = os.environ.get("DEBUG", "") == "1"
ALLOWED_HOSTS = os.environ["HOSTS"].split(",")
INSTALLED_APPS = ["django.contrib.auth"]
SESSION_COOKIE_SECURE = not DEBUG
`,
  'src/main/resources/application.yml':
    'spring:\n  datasource:\n    password: ${DB_PASSWORD}\nmanagement:\n  endpoints:\n    web:\n      exposure:\n        include: health,info\n',
  '.npmrc':
    'engine-strict=true\nregistry=https://registry.example.org/\n//registry.example.org/:_authToken=${NPM_TOKEN}\n',
  '.env': 'PORT=8080\nLOG_LEVEL=info\nDB_PASSWORD=\nVITE_API_KEY=abc123def456\n',
  Jenkinsfile: `pipeline {
  agent any
  environment { TOKEN = credentials('deploy') }
  stages {
    stage('build') { steps { sh 'make build' } }
    stage('deploy') { when { branch 'main' } steps { sh './deploy.sh "$TOKEN"'; echo "built \${env.BUILD_NUMBER}" } }
  }
}
`,
};

test.each(Object.entries(FILES))('%s', (path, text) => {
  const document = openDocument({ path, language: detectLanguage(path)?.name ?? null, text, changed: null });
  const { observations, fault } = checkConfiguration(document);
  expect([observations.map(({ rule, line }) => `${rule} ${line}`), fault]).toEqual([[], null]);
});
