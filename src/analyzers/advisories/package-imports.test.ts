import { expect, test } from 'vitest';
import { RULES } from '../../../test/contracts/temporary-repository.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import type { AdvisoryEcosystem } from '../packages/package-version.ts';
import { findImports } from './package-imports.ts';

const MANIFESTS: Readonly<Record<AdvisoryEcosystem, string>> = {
  npm: 'package.json',
  PyPI: 'requirements.txt',
  Go: 'go.mod',
  RubyGems: 'Gemfile',
  Maven: 'pom.xml',
  'crates.io': 'Cargo.toml',
};

async function ask(ecosystem: AdvisoryEcosystem, name: string, files: Readonly<Record<string, string>>, folder = '') {
  const manifest = `${folder}${MANIFESTS[ecosystem]}`;
  const snapshot = await createMemoryRepository({ [manifest]: '{}', ...files }).open({ kind: 'all' }, RULES);
  const [state] = await findImports([{ ecosystem, name, manifest }], snapshot, new AbortController().signal);
  if (state?.kind === 'imported') return state.places.join(' ');
  return state?.kind === 'unknown' ? state.reason : state?.kind;
}

const TEXT = 'org.apache.commons:commons-text';
const NAMED = (file: string): string => `no import was found, but ${file} names it`;

test.each<readonly [AdvisoryEcosystem, string, Readonly<Record<string, string>>, string]>([
  ['npm', 'lodash', { 'a.ts': "\nimport _ from 'lodash';\n" }, 'a.ts:2'],
  ['npm', 'lodash', { 'a.js': "const f = require('lodash/fp');" }, 'a.js:1'],
  ['npm', 'lodash', { 'a.mjs': 'const l = await import("lodash");' }, 'a.mjs:1'],
  ['npm', 'lodash', { 'a.ts': "export { map } from 'lodash';", 'a.test.ts': "import 'lodash';" }, 'a.ts:1 a.test.ts:1'],
  ['npm', '@scope/lib', { 'a.vue': "<script>\nimport x from '@scope/lib/deep/x.js'\n</script>" }, 'a.vue:2'],
  // Another package, a word of a sentence, a file of the project.
  ['npm', 'lodash', { 'a.ts': "import 'lodash-es'; import './lodash'; // lodash is slow" }, 'not-imported'],
  ['npm', 'lodash', { 'a.ts': '', 'node_modules/x/index.js': "require('lodash')" }, 'not-imported'],
  [
    'npm',
    'lodash',
    { 'a.ts': '', 'package-lock.json': '{ "packages": { "node_modules/lodash": {} } }' },
    'not-imported',
  ],
  // A tool may load it.
  ['npm', 'preset', { 'a.ts': '', '.babelrc': '{ "presets": ["preset"] }' }, NAMED('.babelrc')],
  ['npm', 'eslint', { 'a.ts': '', 'package.json': '{ "scripts": { "lint": "eslint ." } }' }, NAMED('package.json')],
  ['npm', 'eslint', { 'a.ts': '', 'package.json': '{ "devDependencies": { "eslint": "1" } }' }, 'not-imported'],
  ['npm', 'lodash', { 'a.ts': "load('lodash');" }, NAMED('a.ts')],
  ['npm', 'jquery', { 'a.js': '', 'a.html': '<script src="node_modules/jquery/dist/jquery.js">' }, NAMED('a.html')],
  ['npm', 'bootstrap', { 'a.js': '', 'a.scss': "@import '~bootstrap/scss/bootstrap';" }, NAMED('a.scss')],
  [
    'npm',
    'typescript',
    { 'a.ts': '', 'package.json': '{ "scripts": { "build": "tsc -p ." } }' },
    NAMED('package.json'),
  ],
  ['npm', 'eslint-config-airbnb', { 'a.ts': '', '.eslintrc': '{ "extends": "airbnb" }' }, NAMED('.eslintrc')],
  ['npm', '@babel/preset-env', { 'a.ts': '', '.babelrc': '{ "presets": ["env"] }' }, NAMED('.babelrc')],
  ['npm', '@nestjs/cli', { 'a.ts': '', 'start.sh': 'npx nest start' }, NAMED('start.sh')],
  ['npm', '@types/scope__lib', { 'a.ts': "import x from '@scope/lib';" }, 'a.ts:1'],
  ['npm', 'lodash', {}, 'there is no source file beside its manifest'],
  ['PyPI', 'Django', { 'a.py': 'from django.db import models\n' }, 'a.py:1'],
  ['PyPI', 'PyYAML', { 'a.py': 'import os, yaml\n' }, 'a.py:1'],
  ['PyPI', 'Pillow', { 'a.py': 'def f():\n    from PIL import Image\n' }, 'a.py:2'],
  ['PyPI', 'python-jose', { 'a.py': 'from jose import jwt' }, 'a.py:1'],
  ['PyPI', 'requests', { 'a.py': 'import requests_mock\n# import requests' }, 'not-imported'],
  ['PyPI', 'djangorestframework', { 'settings.py': 'INSTALLED_APPS = ["rest_framework"]' }, NAMED('settings.py')],
  [
    'PyPI',
    'pandas',
    { 'a.ipynb': '{"cells": [\n{"cell_type": "code", "source": [\n"import os\\n",\n"import pandas as pd"\n]}]}' },
    'a.ipynb:4',
  ],
  [
    'PyPI',
    'django-allauth',
    { 'a.py': 'from allauth.account import views' },
    'no import of this name was found, but `allauth` may be a module of it',
  ],
  ['PyPI', 'pycrypto', { 'a.py': 'from Crypto.Cipher import AES' }, 'a.py:1'],
  ['PyPI', 'gunicorn', { 'a.py': '', Dockerfile: 'CMD ["gunicorn", "app"]' }, NAMED('Dockerfile')],
  ['Go', 'golang.org/x/net', { 'a.go': 'package a\nimport (\n\t"fmt"\n\th2 "golang.org/x/net/http2"\n)\n' }, 'a.go:4'],
  ['Go', 'golang.org/x/net', { 'a.go': 'package a\nvar s = "golang.org/x/net"\n' }, 'not-imported'],
  ['RubyGems', 'rack', { 'a.rb': "require 'rack/utils'" }, 'a.rb:1'],
  ['RubyGems', 'net-ssh', { 'a.rb': 'require "net/ssh"' }, 'a.rb:1'],
  ['RubyGems', 'rack', { 'config/application.rb': 'Bundler.require(*Rails.groups)' }, NAMED('config/application.rb')],
  ['RubyGems', 'rack', { 'a.rb': 'puts 1' }, 'not-imported'],
  ['Maven', TEXT, { 'src/A.java': 'package a;\nimport org.apache.commons.text.StringSubstitutor;\n' }, 'src/A.java:2'],
  ['Maven', TEXT, { 'A.kt': 'import org.apache.commons.text.*' }, 'A.kt:1'],
  ['Maven', TEXT, { 'A.java': 'var s = new org.apache.commons.text.StringSubstitutor();' }, 'A.java:1'],
  // Another artifact, a comment, the name of the own package.
  ['Maven', TEXT, { 'A.java': 'import org.apache.commons.text2.X;\n// org.apache.commons.text.X\n' }, 'not-imported'],
  ['Maven', 'org.json:json', { 'A.java': 'package org.json.mine;\n' }, 'not-imported'],
  ['Maven', TEXT, { 'A.java': '', 'beans.xml': '<bean class="org.apache.commons.text.X"/>' }, NAMED('beans.xml')],
  ['Maven', TEXT, { 'A.java': '', 'target/B.java': 'import org.apache.commons.text.X;' }, 'not-imported'],
  ['Maven', 'org.yaml:snakeyaml', { 'A.java': '' }, 'no import was found, but frameworks may load it at run time'],
  ['Maven', 'org.springframework:spring-jms', { 'A.java': 'import org.springframework.jms.core.X;' }, 'A.java:1'],
  [
    'Maven',
    'org.springframework:spring-jms',
    { 'A.java': 'import org.springframework.core.X;' },
    'which Java packages it holds is not known',
  ],
  ['Maven', TEXT, {}, 'there is no source file beside its manifest'],
  ['crates.io', 'serde-json', { 'src/a.rs': 'use std::io;\nuse serde_json::Value;\n' }, 'src/a.rs:2'],
  ['crates.io', 'tokio', { 'a.rs': '#[tokio::main]\nasync fn main() {}' }, 'a.rs:1'],
  ['crates.io', 'log', { 'a.rs': '#[macro_use] extern crate log;' }, 'a.rs:1'],
  ['crates.io', 'hex', { 'a.rs': '    #[serde(with = "hex::serde")]' }, 'a.rs:1'],
  ['crates.io', 'xml-rs', { 'a.rs': 'use xml::reader;' }, 'a.rs:1'],
  [
    'crates.io',
    'time',
    { 'a.rs': 'use std::time::Duration; /// time\n// time::now()\nuse crate::time::x;' },
    'not-imported',
  ],
  ['crates.io', 'time', { 'a.rs': 'fn run(time: u8) { mytime::x() }' }, 'not-imported'],
  [
    'crates.io',
    'time',
    { 'a.rs': 'use old_time::Tm;', 'Cargo.toml': '[dependencies]\nold-time = { package = "time", version = "0.1" }' },
    'a.rs:1',
  ],
])('%s %s in %o: %s', async (ecosystem, name, files, expected) => {
  expect(await ask(ecosystem, name, files)).toBe(expected);
});

test('a manifest answers for the files beside it', async () => {
  const files = { 'other/a.ts': "import 'lodash';", 'app/a.ts': '' };
  expect(await ask('npm', 'lodash', files, 'app/')).toBe('not-imported');
});

test('requirements of Python in a folder of their own are asked of all code', async () => {
  const files = { 'app/a.py': 'import requests', 'docker/start.py': 'import os' };
  expect(await ask('PyPI', 'requests', files, 'docker/')).toBe(NAMED('app/a.py'));
});

test('names and texts that would make a pattern slow do not', async () => {
  const long = ' '.repeat(200_000);
  const text = `${'\n'.repeat(200_000)}import${long}from${long}x`;
  for (const ecosystem of ['npm', 'PyPI', 'Go', 'RubyGems', 'Maven', 'crates.io'] as const) {
    const files = { 'a.ts': text, 'a.py': text, 'a.go': text, 'a.rb': text, 'a.java': text, 'a.rs': text };
    expect(await ask(ecosystem, '(a+)+$', files)).toMatch(/^not-imported$|is not known$/u);
  }
});
