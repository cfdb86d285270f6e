import { expect, test } from 'vitest';
import { createOutlineSource } from '../analyzers/outline/outline-source.ts';
import { detectLanguage } from '../protocol/source/language.ts';
import { buildCallGraph } from './call-graph.ts';
import { type CompletedFlow, completeFlow, indexEntries, MAX_CALLS, toFlowTarget } from './complete-flow.ts';
import { findRequestValue } from './request-value.ts';
import { surveyProject } from './survey-project.ts';

async function openProject(files: Readonly<Record<string, string>>) {
  const texts = Object.entries(files).map(([path, text]) => ({
    path,
    language: detectLanguage(path)?.name ?? null,
    text,
  }));
  const survey = await surveyProject(texts, { outline: await createOutlineSource(), dependencies: [] });
  const graph = buildCallGraph(survey.symbols);
  return { graph, entries: indexEntries(graph, survey.recon.entryPoints), symbols: survey.symbols };
}

async function followTo(files: Readonly<Record<string, string>>, file: string, line: number, source = '') {
  const { graph, entries } = await openProject(files);
  return completeFlow(graph, toFlowTarget({ file, line, source, sink: null }), entries);
}

const show = (flow: CompletedFlow): readonly string[] =>
  flow.steps.map(({ file, line, what }) => `${file}:${line} ${what}`);

const SCRIPT = {
  'package.json': '{"name":"shop","private":true}',
  'server.js': `const express = require('express');
const { findUser } = require('./services');
const app = express();
app.get('/users/:id', async (req, res) => {
  res.json(await findUser(req.params.id));
});
`,
  'services/index.js': "export * from './users.js';\n",
  'services/users.js': `import * as db from '../db.js';
export const findUser = (id) => load('users', id);
function load(table, key) {
  return db.run(\`select * from \${table} where id = \${key}\`);
}
`,
  'db.js': `export function run(sql) {
  return pool.query(sql);
}
`,
};

test('a flow goes through index files, re-exports and namespaces back to the route, with the value followed [FACT-07]', async () => {
  const flow = await followTo(SCRIPT, 'db.js', 2, 'sql');
  expect(flow).toMatchObject({ status: 'complete', isGuess: false, isValueTraced: true });
  expect(show(flow)).toEqual([
    'server.js:4 http GET /users/:id',
    'server.js:5 calls findUser',
    'services/users.js:2 calls load',
    'services/users.js:4 calls run',
    'db.js:2 sink',
  ]);
});

const PYTHON = {
  'app/views.py': `from flask import Flask, request
from .services import orders
app = Flask(__name__)

@app.route("/export")
def export():
    return orders.write_report(request.args["name"], fmt="csv")
`,
  'app/services/orders.py': `from ..storage import save as store

class Report:
    def __init__(self, name):
        self.name = name
    def write(self, target):
        store(target, self.name)

def write_report(name, fmt):
    report = Report(name)
    report.write(name)
`,
  'app/storage.py': `def save(path, text):
    with open(path, "w") as handle:
        handle.write(text)
`,
};

test('python: relative imports, aliases, methods of an object that was made here', async () => {
  const flow = await followTo(PYTHON, 'app/storage.py', 2, 'path');
  expect(flow).toMatchObject({ status: 'complete', isValueTraced: true });
  expect(show(flow)).toEqual([
    'app/views.py:6 http GET /export',
    'app/views.py:7 calls write_report',
    'app/services/orders.py:11 calls Report.write',
    'app/services/orders.py:7 calls save',
    'app/storage.py:2 sink',
  ]);
});

const GO = {
  'go.mod': 'module example.com/shop\n',
  'main.go': `package main

import (
	"net/http"
	"example.com/shop/internal/store"
)

type server struct{ store *store.Store }

func main() {
	s := &server{}
	http.HandleFunc("/find", s.handleFind)
}

func (s *server) handleFind(w http.ResponseWriter, r *http.Request) {
	s.store.Find(r.URL.Query().Get("q"))
}
`,
  'internal/store/store.go': `package store

type Store struct{ db *sql.DB }

func (s *Store) Find(term string) {
	s.query("select " + term)
}
`,
  'internal/store/query.go': `package store

func (s *Store) query(text string) {
	s.db.Query(text)
}
`,
};

test('go: packages by module path, methods by receiver, files of one package', async () => {
  const flow = await followTo(GO, 'internal/store/query.go', 4, 'text');
  expect(flow).toMatchObject({ status: 'complete', isValueTraced: true });
  expect(show(flow)).toEqual([
    'main.go:15 http /find',
    'main.go:16 calls Store.Find',
    'internal/store/store.go:6 calls Store.query',
    'internal/store/query.go:4 sink',
  ]);
});

const JAVA = {
  'web/Users.java': `package web;
import service.UserService;
@RestController
public class Users {
  private final UserService service;
  @GetMapping("/users")
  public String list(@RequestParam String name) { return service.find(name); }
}
`,
  'service/UserService.java': 'package service;\npublic interface UserService { String find(String name); }\n',
  'service/UserServiceImpl.java': `package service;
public class UserServiceImpl implements UserService {
  public String find(String name) {
    return template.queryForObject("select '" + name + "'");
  }
}
`,
};

test('java: a field typed by an interface leads to the class that implements it', async () => {
  const flow = await followTo(JAVA, 'service/UserServiceImpl.java', 4, 'name');
  expect(flow.status).toBe('complete');
  expect(show(flow)).toEqual([
    'web/Users.java:6 http GET /users',
    'web/Users.java:7 calls UserServiceImpl.find',
    'service/UserServiceImpl.java:4 sink',
  ]);
});

test('php and ruby: injected services and methods of the same class', async () => {
  const php = await followTo(
    {
      'C.php': `<?php
class OrderController {
    public function __construct(private OrderService $orders) {}
    #[Route('/o/{id}')]
    public function show($id) { return $this->orders->load($id); }
}
`,
      'S.php':
        "<?php\nclass OrderService {\n    public function load($id) { return $this->db->query('select ' . $id); }\n}\n",
    },
    'S.php',
    3,
    '$id',
  );
  expect(show(php)).toEqual(['C.php:4 http /o/{id}', 'C.php:5 calls OrderService.load', 'S.php:3 sink']);
  const ruby = await followTo(
    {
      'config/routes.rb': "Rails.application.routes.draw do\n  get '/run', to: 'jobs#run'\nend\n",
      'app/controllers/jobs_controller.rb':
        'class JobsController < ApplicationController\n  def run\n    execute(params[:c])\n  end\n  def execute(command)\n    system(command)\n  end\nend\n',
    },
    'app/controllers/jobs_controller.rb',
    6,
    'command',
  );
  expect(show(ruby)).toEqual([
    'app/controllers/jobs_controller.rb:2 http GET /run',
    'app/controllers/jobs_controller.rb:3 calls JobsController.execute',
    'app/controllers/jobs_controller.rb:6 sink',
  ]);
});

test('django: a generic view is reached through any of its methods', async () => {
  const flow = await followTo(
    {
      'shop/urls.py':
        'from django.urls import path\nfrom .views import Upload\nurlpatterns = [path("up/", Upload.as_view())]\n',
      'shop/views.py':
        'class Upload(FormView):\n    def get_success_url(self):\n        return self.path()\n    def form_valid(self, form):\n        pass\n    def path(self):\n        return open(self.kwargs["name"])\n',
    },
    'shop/views.py',
    7,
  );
  expect(show(flow)).toEqual(['shop/views.py:6 http /up', 'shop/views.py:7 sink']);
});

test.each(['{}', '[]', '(1)'])('a field that begins as %s is handed in by nobody', async (value) => {
  const { graph } = await openProject({
    'store.py': `class Store:\n    def __init__(self, options):\n        self.cache = ${value}\n    def load(self, name):\n        return self.cache.find(name)\n`,
    'main.py': 'from store import Store\nStore({"a": 1}).load("b")\n',
  });
  expect(graph).toBeDefined();
});

test('a service with a dollar in its name is found by the key of the record it is handed in', async () => {
  const flow = await followTo(
    {
      'main.js': `const { Store } = require('./store');
const { Files } = require('./files');
const store = new Store({ $files: new Files() });
app.get('/open', (req, res) => res.send(store.load(req.query.name)));
`,
      'store.js':
        'class Store {\n  constructor({ $files }) {\n    this.files = $files;\n  }\n  load(name) {\n    return this.files.open(name);\n  }\n}\nmodule.exports = { Store };\n',
      'files.js':
        'class Files {\n  open(path) {\n    return fs.readFileSync(path);\n  }\n}\nmodule.exports = { Files };\n',
    },
    'files.js',
    3,
    'path',
  );
  expect(show(flow)).toEqual([
    'main.js:4 http GET /open',
    'main.js:4 calls Store.load',
    'store.js:6 calls Files.open',
    'files.js:3 sink',
  ]);
});

const BROKEN: Readonly<Record<string, readonly [text: string, line: number, reason: string]>> = {
  'a function nobody calls': ['function open(path) {\n  return fs.readFileSync(path);\n}\n', 2, 'external_library'],
  'a function handed to somebody else': [
    'bus.subscribe(open);\nfunction open(path) {\n  return fs.readFileSync(path);\n}\n',
    3,
    'callback',
  ],
  'a function that runs later': [
    'setTimeout(open, 10);\nfunction open(path) {\n  return fs.readFileSync(path);\n}\n',
    3,
    'async_boundary',
  ],
  'a method of an object nobody names': [
    'class Reader {\n  open(path) {\n    return fs.readFileSync(path);\n  }\n}\n',
    3,
    'dynamic_dispatch',
  ],
  'a function found by its name': [
    'registry.invoke("open", x);\nfunction open(path) {\n  return fs.readFileSync(path);\n}\n',
    3,
    'reflection',
  ],
};

test.each(Object.entries(BROKEN))('a flow breaks at %s [FACT-04]', async (_name, [text, line, reason]) => {
  const flow = await followTo({ 'a.js': text }, 'a.js', line);
  expect(flow).toMatchObject({ status: 'broken', reason });
  expect(flow.steps.at(-1)).toMatchObject({ file: 'a.js', line });
});

const chain = (calls: number): string => {
  const links = Array.from({ length: calls }, (_, at) => `function f${at}(x) {\n  return f${at + 1}(x);\n}\n`);
  return `const express = require('express');\nconst app = express();\napp.get('/x', (req, res) => { f0(req.query.x); });\n${links.join('')}function f${calls}(x) {\n  return eval(x);\n}\n`;
};

test('a flow is followed through eight calls and not through nine [FACT-07]', async () => {
  const lineOf = (calls: number): number => 3 + 3 * calls + 2;
  const near = await followTo({ 'a.js': chain(MAX_CALLS - 1) }, 'a.js', lineOf(MAX_CALLS - 1), 'x');
  expect(near).toMatchObject({ status: 'complete', isValueTraced: true });
  const far = await followTo({ 'a.js': chain(MAX_CALLS) }, 'a.js', lineOf(MAX_CALLS), 'x');
  expect(far).toMatchObject({ status: 'broken' });
});

test('recursion and mutual recursion end', async () => {
  const flow = await followTo(
    { 'a.js': 'function a(x) {\n  b(x);\n}\nfunction b(x) {\n  a(x);\n  eval(x);\n}\n' },
    'a.js',
    6,
  );
  expect(flow.status).toBe('broken');
});

test.each([
  ['read where it is handed on', ['  find(req.params.id);'], 'req.params.id :4'],
  ['given a name', ['  const key = req.query.key;', '  find(key);'], 'req.query.key :4'],
  ['taken apart', ['  const { key } = req.query;', '  find(key);'], 'req.query :4'],
  ['the request as a whole', ['  find(req);'], 'req :4'],
  ['a constant', ["  find('all');"], null],
  ['a value of its own', ['  const key = settings.key;', '  find(key);'], null],
  ['another name of the request', ['  const key = settings.key;', '  log(req.query.key);', '  find(key);'], null],
] as const)('the value that a handler hands on: %s [FACT-07]', async (_name, lines, seen) => {
  const { graph, entries, symbols } = await openProject({
    'server.js': [
      "const express = require('express');",
      "const { find } = require('./store');",
      "express().get('/x/:id', (req, res) => {",
      ...lines,
      '});',
    ].join('\n'),
    'store.js': 'exports.find = (id) => db.raw(`select ${id}`);\n',
  });
  const target = toFlowTarget({ file: 'store.js', line: 1, source: 'id :1', sink: 'db.raw(`select ${id}`) :1' });
  const value = findRequestValue(completeFlow(graph, target, entries), graph, symbols);
  expect(value === null ? null : `${value.text} :${value.line}`).toBe(seen);
});
