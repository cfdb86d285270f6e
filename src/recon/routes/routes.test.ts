import { expect, test } from 'vitest';
import { createOutlineSource } from '../../analyzers/outline/outline-source.ts';
import { detectLanguage } from '../../protocol/source/language.ts';
import type { Endpoint, EntryPoint, ProjectDependency } from '../recon.ts';
import { surveyProject } from '../survey-project.ts';

const depend = (name: string): ProjectDependency => ({
  name,
  version: '1.0.0',
  isExact: true,
  isDirect: true,
  isDevelopment: false,
  ecosystem: 'npm',
  manifest: 'package.json',
  line: 1,
});

async function survey(files: Readonly<Record<string, string>>, dependencies: readonly string[] = []) {
  const texts = Object.entries(files).map(([path, text]) => ({
    path,
    language: detectLanguage(path)?.name ?? null,
    text,
  }));
  const { recon } = await surveyProject(texts, {
    outline: await createOutlineSource(),
    dependencies: dependencies.map(depend),
  });
  return recon;
}

/** `file:line framework METHOD /route -> handler [guards]` */
const row = ({ file, line, framework, name, handler, handlerPlace, guards }: Endpoint): string => {
  const to =
    handlerPlace && (handlerPlace.file !== file || handlerPlace.line !== line)
      ? `@${handlerPlace.file}:${handlerPlace.line}`
      : '';
  const names = guards.map((guard) => `${guard.name}/${guard.kind}`).join(' ');
  return `${file}:${line} ${framework} ${name} -> ${handler ?? ''}${to} [${names}]`;
};
const entry = ({ file, line, kind, framework, route, handler }: EntryPoint): string =>
  `${file}:${line} ${kind} ${framework} ${route ?? ''} -> ${handler ?? ''}`;

const CASES: Readonly<
  Record<
    string,
    readonly [files: Record<string, string>, expected: readonly string[], dependencies?: readonly string[]]
  >
> = {
  'express: wrapped handlers, lists with a name, guards below a path': [
    {
      'app.js': `const app = require('express')();
const chain = [requireUser, loadPost];
app.all('/admin/*', requireAdmin);
app.get('/a', withAuth(async (req, res) => {}));
app.get('/b', chain, show);
app.get('/c', chain.concat([requireOwner]), show);
app.get('/admin/d', show);
app.use('/auth', authRouter);
`,
    },
    [
      'app.js:3 express ANY /admin/* -> requireAdmin [requireAdmin/authorization]',
      'app.js:4 express GET /a ->  [withAuth/authentication]',
      'app.js:5 express GET /b -> show [requireUser/authentication]',
      'app.js:6 express GET /c -> show [requireUser/authentication requireOwner/authorization]',
      'app.js:7 express GET /admin/d -> show [requireAdmin/authorization]',
    ],
  ],
  'fastify: hooks written in place': [
    {
      'app.js': `const fastify = require('fastify')();
fastify.addHook('preHandler', async (request, reply) => { await request.jwtVerify(); });
fastify.addHook('onSend', async (request, reply) => { await checkToken(); });
fastify.get('/a', show);
fastify.post('/b', { preHandler: fastify.auth([fastify.verifyAdmin]) }, show);
`,
    },
    [
      'app.js:4 fastify GET /a -> show [request.jwtVerify/authentication]',
      'app.js:5 fastify POST /b -> show [fastify.verifyAdmin/authorization request.jwtVerify/authentication]',
    ],
  ],
  'nestjs: guards of the whole application': [
    {
      'a.controller.ts': `import { Controller, Get } from '@nestjs/common';
@Controller('a')
export class A {
  @Get() list() {}
}
`,
      'app.module.ts': `import { Module } from '@nestjs/common';
@Module({ providers: [{ provide: APP_GUARD, useClass: JwtAuthGuard }] })
export class AppModule {}
`,
      'main.ts': 'app.useGlobalGuards(new RolesGuard());\n',
    },
    ['a.controller.ts:4 nestjs GET /a -> A.list [JwtAuthGuard/authentication RolesGuard/authorization]'],
  ],
  'django: permissions of the settings, several wrappers': [
    {
      'settings.py': `REST_FRAMEWORK = {"DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"]}
`,
      'urls.py': `from django.urls import path
from . import views
urlpatterns = [
    path("a/", views.a),
    path("b/", views.b),
    path("c/", login_required(never_cache(views.c))),
]
`,
      'views.py': `from rest_framework.decorators import api_view, permission_classes
@api_view(["GET"])
def a(request):
    pass
@api_view(["GET"])
@permission_classes([AllowAny])
def b(request):
    pass
def c(request):
    pass
`,
    },
    [
      'urls.py:4 django GET /a -> a@views.py:3 [rest_framework.permissions.IsAuthenticated/authentication]',
      'urls.py:5 django GET /b -> b@views.py:7 []',
      'urls.py:6 django ANY /c -> c@views.py:9 [login_required/authentication]',
    ],
  ],
  'express: chained routes, handlers of other files, order of middleware': [
    {
      'app.js': `const express = require('express');
const users = require('./controllers/users');
const { requireAdmin } = require('./auth');
const app = express();
app.get('/ping', (req, res) => res.send('pong'));
app.use(requireLogin);
app.use('/users', require('./routes/users'));
app.route('/books/:id')
  .get(users.show)
  .delete(requireAdmin, users.remove);
app.post(['/a', '/b'], express.json(), users.show);
axios.get('/not-a-route', () => {});
`,
      'routes/users.js': `const router = require('express').Router();
const users = require('../controllers/users');
router.param('id', load);
router.put('/:id', csrfProtection, users.show);
module.exports = router;
`,
      'controllers/users.js': `exports.show = async (req, res) => {};
exports.remove = function (req, res) {};
`,
      'auth.js': 'exports.requireAdmin = (req, res, next) => next();\n',
    },
    [
      'app.js:5 express GET /ping ->  []',
      'app.js:9 express GET /books/:id -> show@controllers/users.js:1 [requireLogin/authentication]',
      'app.js:10 express DELETE /books/:id -> remove@controllers/users.js:2 [requireAdmin/authorization requireLogin/authentication]',
      'app.js:11 express POST /a -> show@controllers/users.js:1 [requireLogin/authentication]',
      'app.js:11 express POST /b -> show@controllers/users.js:1 [requireLogin/authentication]',
      'routes/users.js:4 express PUT /users/:id -> show@controllers/users.js:1 [csrfProtection/forgery requireLogin/authentication]',
    ],
  ],
  'koa: router with a prefix': [
    {
      'index.ts': `import Koa from 'koa';
import Router from '@koa/router';
import jwt from 'koa-jwt';
const app = new Koa();
const router = new Router({ prefix: '/api' });
router.get('/items/:id', jwt({ secret }), async (ctx) => { ctx.body = 1; });
app.use(router.routes()).use(router.allowedMethods());
`,
    },
    ['index.ts:6 koa GET /api/items/:id ->  [jwt/authentication]'],
  ],
  'fastify: plugin with a prefix, route record, hook': [
    {
      'server.js': `import Fastify from 'fastify';
import itemRoutes from './items.js';
const fastify = Fastify();
fastify.register(itemRoutes, { prefix: '/v1' });
fastify.route({
  method: ['PUT', 'PATCH'],
  url: '/things/:id',
  preHandler: [fastify.authenticate],
  handler: async (request, reply) => request.body,
});
`,
      'items.js': `export default async function itemRoutes(fastify, opts) {
  fastify.addHook('onRequest', verifyToken);
  fastify.get('/items', { schema }, async (request) => []);
}
`,
    },
    [
      'items.js:3 fastify GET /v1/items ->  [schema/validation verifyToken/authentication]',
      'server.js:5 fastify PATCH /things/:id -> handler@server.js:9 [fastify.authenticate/authentication]',
      'server.js:5 fastify PUT /things/:id -> handler@server.js:9 [fastify.authenticate/authentication]',
    ],
  ],
  'hapi: list of route records': [
    {
      'server.js': `const Hapi = require('@hapi/hapi');
const server = Hapi.server({ port: 3000 });
server.route([
  { method: 'GET', path: '/hello/{name}', handler: hello },
  { method: 'POST', path: '/notes', options: { auth: 'session' }, handler: (request, h) => 'ok' },
]);
function hello(request, h) { return request.params.name; }
`,
    },
    [
      'server.js:4 hapi GET /hello/{name} -> hello@server.js:7 []',
      'server.js:5 hapi POST /notes -> handler [auth/authentication]',
    ],
  ],
  'hono: mounted application': [
    {
      'index.ts': `import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import books from './books';
const app = new Hono();
app.use('/books/*', bearerAuth({ token }));
app.route('/books', books);
export default app;
`,
      'books.ts': `import { Hono } from 'hono';
const books = new Hono();
books.get('/:id', (c) => c.json(c.req.param('id')));
export default books;
`,
    },
    ['books.ts:3 hono GET /books/:id ->  [bearerAuth/authentication]'],
  ],
  'nestjs: controllers with guards': [
    {
      'cats.controller.ts': `import { Controller, Get, Post, UseGuards } from '@nestjs/common';
@Controller('cats')
@UseGuards(JwtAuthGuard)
export class CatsController {
  constructor(private readonly cats: CatsService) {}
  @Get(':id')
  @Public()
  findOne(@Param('id') id: string) { return this.cats.find(id); }
  @Post()
  @UseGuards(RolesGuard)
  create(@Body() body: Cat) { return this.cats.create(body); }
}
`,
    },
    [
      'cats.controller.ts:6 nestjs GET /cats/:id -> CatsController.findOne@cats.controller.ts:8 []',
      'cats.controller.ts:9 nestjs POST /cats -> CatsController.create@cats.controller.ts:11 [JwtAuthGuard/authentication RolesGuard/authorization]',
    ],
  ],
  'next.js: handlers by their files': [
    {
      'src/app/api/users/[id]/route.ts': `import { getServerSession } from 'next-auth';
export async function GET(request: Request) { return Response.json({}); }
export const DELETE = async (request: Request) => { await getServerSession(); return new Response(); };
`,
      'pages/api/login.js': 'export default function handler(req, res) { res.end(); }\n',
    },
    [
      'pages/api/login.js:1 nextjs ANY /api/login -> handler []',
      'src/app/api/users/[id]/route.ts:2 nextjs GET /api/users/:id -> GET []',
      'src/app/api/users/[id]/route.ts:3 nextjs DELETE /api/users/:id -> DELETE [getServerSession/authentication]',
    ],
    ['next'],
  ],
  'node:http: a plain server': [
    {
      'server.mjs': `import { createServer } from 'node:http';
createServer((req, res) => { res.end('hi'); }).listen(8080);
`,
      'lib/application.js': `const http = require('node:http');
exports.listen = function listen() { return http.createServer(this).listen(...arguments); };
`,
    },
    ['server.mjs:2 node-http ANY server.mjs:2 ->  []'],
  ],
  'express: middleware that refuses, whatever it is called': [
    {
      'app.js': `const express = require('express');
const { gatekeeper } = require('./gate');
const app = express();
app.post('/early', (req, res) => { res.end(); });
app.use('/admin', gatekeeper);
app.use('/staff', (req, res, next) => { if (!req.session.id) return res.sendStatus(401); next(); });
app.post('/admin/wipe', (req, res) => { res.end(); });
app.post('/staff/notes', (req, res) => { res.end(); });
app.use((error, req, res, next) => { res.status(403).end(); });
`,
      'gate.js': `exports.gatekeeper = function gatekeeper(req, res, next) {
  if (req.role !== 'boss') return res.status(403).end();
  next();
};
`,
    },
    [
      'app.js:4 express POST /early ->  []',
      'app.js:7 express POST /admin/wipe ->  [gatekeeper (gate)/authorization]',
      'app.js:8 express POST /staff/notes ->  [a check in place/authentication]',
    ],
  ],
  'flask: blueprint, decorators, before_request': [
    {
      'app/__init__.py': `from flask import Flask
from .users import bp
app = Flask(__name__)
app.register_blueprint(bp, url_prefix="/users")

@app.route("/health")
def health():
    return "up"
`,
      'app/users.py': `from flask import Blueprint, request
from flask_login import login_required
bp = Blueprint("users", __name__)

@bp.before_request
def check_login():
    pass

@bp.route("/<int:id>", methods=["GET", "DELETE"])
@login_required
def user(id):
    return request.args
`,
    },
    [
      'app/__init__.py:6 flask GET /health -> health@app/__init__.py:7 []',
      'app/users.py:9 flask DELETE /users/<int:id> -> user@app/users.py:11 [login_required/authentication check_login/authentication]',
      'app/users.py:9 flask GET /users/<int:id> -> user@app/users.py:11 [login_required/authentication check_login/authentication]',
    ],
  ],
  'fastapi: routers with dependencies': [
    {
      'main.py': `from fastapi import FastAPI, Depends
from routers import items
app = FastAPI()
app.include_router(items.router, prefix="/items", dependencies=[Depends(require_admin)])
`,
      'routers/items.py': `from fastapi import APIRouter, Depends
router = APIRouter()

@router.post("/{item_id}")
async def update_item(item_id: int, user = Depends(get_current_user)):
    return item_id
`,
    },
    [
      'routers/items.py:4 fastapi POST /items/{item_id} -> update_item@routers/items.py:5 [require_admin/authorization get_current_user/authentication]',
    ],
  ],
  'laravel: controllers of one name are told apart by import, namespace and group': [
    {
      'routes/web.php': `<?php
use App\\Http\\Controllers\\UserController;
use App\\Http\\Controllers\\Admin\\UserController as AdminUserController;
use Illuminate\\Support\\Facades\\Route;
Route::get('/u/{id}', [UserController::class, 'show']);
Route::get('/a/{id}', [AdminUserController::class, 'show']);
Route::post('/old', 'UserController@store');
Route::post('/below', 'Admin\\UserController@store');
Route::post('/full', '\\App\\Http\\Controllers\\Admin\\UserController@store');
Route::group(['namespace' => 'Admin', 'prefix' => 'g'], function () {
  Route::post('/ns', 'UserController@store');
});
Route::get('/inv', \\App\\Http\\Controllers\\Admin\\UserController::class);
Route::get('/gone', 'MissingController@show');
`,
      'app/Http/Controllers/UserController.php': `<?php
namespace App\\Http\\Controllers;
class UserController extends Controller {
  public function show($id) { return 1; }
  public function store() { return 1; }
  public function __invoke() { return 1; }
}
`,
      'app/Http/Controllers/Admin/UserController.php': `<?php
namespace App\\Http\\Controllers\\Admin;
class UserController extends Controller {
  public function show($id) { return 1; }
  public function store() { return 1; }
  public function __invoke() { return 1; }
}
`,
    },
    [
      'routes/web.php:5 laravel GET /u/{id} -> UserController.show@app/Http/Controllers/UserController.php:4 []',
      'routes/web.php:6 laravel GET /a/{id} -> UserController.show@app/Http/Controllers/Admin/UserController.php:4 []',
      'routes/web.php:7 laravel POST /old -> UserController.store@app/Http/Controllers/UserController.php:5 []',
      'routes/web.php:8 laravel POST /below -> UserController.store@app/Http/Controllers/Admin/UserController.php:5 []',
      'routes/web.php:9 laravel POST /full -> UserController.store@app/Http/Controllers/Admin/UserController.php:5 []',
      'routes/web.php:11 laravel POST /g/ns -> UserController.store@app/Http/Controllers/Admin/UserController.php:5 []',
      'routes/web.php:13 laravel GET /inv -> UserController.__invoke@app/Http/Controllers/Admin/UserController.php:6 []',
      'routes/web.php:14 laravel GET /gone -> MissingController.show []',
    ],
    ['laravel/framework'],
  ],
  'rails: controllers of one name are told apart by their folder, targets after an arrow': [
    {
      'config/routes.rb': `Rails.application.routes.draw do
  get 'users/:id', to: 'users#show'
  get 'adm/:id', to: 'admin/users#show'
  post 'x' => 'users#show'
  post 'a/b' => 'admin/users#show'
end
`,
      'app/controllers/users_controller.rb': `class UsersController < ApplicationController
  def show
  end
end
`,
      'app/controllers/admin/users_controller.rb': `class Admin::UsersController < ApplicationController
  before_action :authenticate_user!
  def show
  end
end
`,
    },
    [
      'config/routes.rb:2 rails GET /users/:id -> UsersController.show@app/controllers/users_controller.rb:2 []',
      'config/routes.rb:3 rails GET /adm/:id -> Admin::UsersController.show@app/controllers/admin/users_controller.rb:3 [authenticate_user!/authentication]',
      'config/routes.rb:4 rails POST /x -> UsersController.show@app/controllers/users_controller.rb:2 []',
      'config/routes.rb:5 rails POST /a/b -> Admin::UsersController.show@app/controllers/admin/users_controller.rb:3 [authenticate_user!/authentication]',
    ],
  ],
  'django: views by text, by a name bound to a text, and classes of one name told apart by their file': [
    {
      'shop/urls.py': `from django.urls import path
from django.contrib.auth.decorators import login_required
from . import views
urlpatterns = [
    path("old/", "shop.views.index"),
    path("one/", views.Detail.as_view()),
    path("gone/", views.External.as_view()),
]
`,
      'shop/views.py': `from django.views.generic import UpdateView
def index(request):
    return None
class Detail(UpdateView):
    def get(self, request):
        return None
`,
      'other/views.py': `from django.views.generic import View
class UpdateView(View):
    def post(self, request):
        return None
class Detail(View):
    def delete(self, request):
        return None
`,
      'other/apps.py': `from django.urls import path
from django.contrib.auth.decorators import login_required
from loading import get_class
class Config:
    default_permissions = ["is_staff"]
    def ready(self):
        self.detail_view = get_class("other.views", "Detail")
        self.passed_view = get_class("other.passed", "Passed")
    def get_urls(self):
        return [
            path("detail/", self.detail_view.as_view()),
            path("passed/", login_required(self.passed_view.as_view())),
        ]
`,
      'other/passed.py': `from loading import get_class
Passed = get_class("other.views", "Detail")
`,
    },
    [
      'other/apps.py:11 django DELETE /detail -> Detail.delete@other/views.py:6 [is_staff/authorization]',
      'other/apps.py:12 django DELETE /passed -> Detail.delete@other/views.py:6 [login_required/authentication is_staff/authorization]',
      'shop/urls.py:5 django ANY /old -> index@shop/views.py:2 []',
      'shop/urls.py:6 django GET /one -> Detail.get@shop/views.py:5 []',
      'shop/urls.py:7 django ANY /gone -> views.External []',
    ],
  ],
  'flask: rules and classes handed to a function of the project, inherited methods, prefixes read at run time': [
    {
      'app/helpers.py': `def register_view(bp, routes, view_func):
    for route in routes:
        bp.add_url_rule(route, view_func=view_func)
`,
      'app/views.py': `from flask import Blueprint
from flask.views import MethodView
from flask_login import login_required
from .helpers import register_view
class Base(MethodView):
    def get(self):
        return "x"
class Login(MethodView):
    def post(self):
        return "x"
class Page(Base):
    decorators = [login_required]
def load(app):
    bp = Blueprint("pages", __name__)
    register_view(bp, routes=["/page", "/page/<slug>"], view_func=Page.as_view("page"))
    bp.add_url_rule("/login", view_func=Login.as_view("login"))
    app.register_blueprint(bp, url_prefix=app.config["PAGES_PREFIX"])
`,
    },
    [
      'app/views.py:15 flask GET /<PAGES_PREFIX>/page -> Base.get@app/views.py:6 [login_required/authentication]',
      'app/views.py:15 flask GET /<PAGES_PREFIX>/page/<slug> -> Base.get@app/views.py:6 [login_required/authentication]',
      'app/views.py:16 flask POST /<PAGES_PREFIX>/login -> Login.post@app/views.py:9 []',
    ],
  ],
  'javascript: a router of the project with the method as a text, and guards named with their module': [
    {
      'lib/UsersRouter.js': `const PromiseRouter = require('./PromiseRouter');
const middleware = require('./middlewares');
const { requireBadge } = require('../auth/roles.js');
class UsersRouter extends PromiseRouter {
  mount() {
    this.route('GET', '/users', middleware.enforceMasterKeyAccess, (req) => this.list(req));
    this.route('POST', '/users', requireBadge, this.create);
    this.route('not a method', '/x', this.create);
    this.on('GET', 'no path', this.create);
  }
  create(req) {}
}
`,
    },
    [
      'lib/UsersRouter.js:6 node GET /users ->  [middleware.enforceMasterKeyAccess/authorization]',
      'lib/UsersRouter.js:7 node POST /users -> UsersRouter.create@lib/UsersRouter.js:11 [requireBadge (auth/roles.js)/authorization]',
    ],
  ],
  'django: includes, class-based views, view sets': [
    {
      'site/urls.py': `from django.urls import include, path
from shop import views
urlpatterns = [
    path("shop/", include("shop.urls")),
    path("about/", views.about),
]
`,
      'shop/urls.py': `from django.urls import path, re_path
from rest_framework import routers
from . import views
router = routers.DefaultRouter()
router.register(r"products", views.ProductViewSet)
urlpatterns = [
    path("orders/<int:pk>/", views.OrderView.as_view()),
    re_path(r"^archive/(?P<year>[0-9]{4})/$", views.archive),
]
`,
      'shop/views.py': `from django.contrib.auth.decorators import login_required
from django.contrib.auth.mixins import LoginRequiredMixin
from rest_framework import viewsets
from rest_framework.permissions import IsAdminUser

def about(request):
    pass

@login_required
def archive(request, year):
    pass

class OrderView(LoginRequiredMixin, View):
    def get(self, request, pk):
        pass
    def post(self, request, pk):
        pass

class ProductViewSet(viewsets.ReadOnlyModelViewSet):
    permission_classes = [IsAdminUser]
    def list(self, request):
        pass
`,
    },
    [
      'shop/urls.py:5 django GET /shop/products -> ProductViewSet.list@shop/views.py:21 [IsAdminUser/authorization]',
      'shop/urls.py:7 django GET /shop/orders/<int:pk> -> OrderView.get@shop/views.py:14 [LoginRequiredMixin/authentication]',
      'shop/urls.py:7 django POST /shop/orders/<int:pk> -> OrderView.post@shop/views.py:16 [LoginRequiredMixin/authentication]',
      'shop/urls.py:8 django ANY /shop/archive/<year> -> archive@shop/views.py:10 [login_required/authentication]',
      'site/urls.py:5 django ANY /about -> about@shop/views.py:6 []',
    ],
  ],
  'aiohttp: calls and route tables': [
    {
      'main.py': `from aiohttp import web
routes = web.RouteTableDef()

@routes.get("/a")
async def a(request):
    return web.Response()

async def b(request):
    return web.Response()

app = web.Application()
app.router.add_post("/b/{id}", b)
app.add_routes([web.get("/c", b)])
`,
    },
    [
      'main.py:4 aiohttp GET /a -> a@main.py:5 []',
      'main.py:12 aiohttp POST /b/{id} -> b@main.py:8 []',
      'main.py:13 aiohttp GET /c -> b@main.py:8 []',
    ],
  ],
  'net/http: patterns with a method, wrapped handlers': [
    {
      'go.mod': 'module example.com/shop\n',
      'main.go': `package main

import "net/http"

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items/{id}", show)
	mux.Handle("/admin/", requireAdmin(http.HandlerFunc(admin)))
	http.ListenAndServe(":80", mux)
	resp, _ := http.Get("/nothing")
}

func show(w http.ResponseWriter, r *http.Request) {}
func admin(w http.ResponseWriter, r *http.Request) {}
`,
    },
    [
      'main.go:7 net-http GET /items/{id} -> show@main.go:13 []',
      'main.go:8 net-http ANY /admin -> admin@main.go:14 [requireAdmin/authorization]',
    ],
  ],
  'gin: groups, handed to functions of other files': [
    {
      'go.mod': 'module example.com/api\n',
      'main.go': `package main

import (
	"example.com/api/routes"
	"github.com/gin-gonic/gin"
)

func main() {
	r := gin.Default()
	v1 := r.Group("/v1", authRequired())
	routes.Register(v1)
}
`,
      'routes/routes.go': `package routes

import "github.com/gin-gonic/gin"

func Register(g *gin.RouterGroup) {
	g.GET("/users/:id", getUser)
	g.POST("/users", func(c *gin.Context) { c.BindJSON(nil) })
}
`,
      'routes/users.go': `package routes

import "github.com/gin-gonic/gin"

func getUser(c *gin.Context) {}
`,
    },
    [
      'routes/routes.go:6 gin GET /v1/users/:id -> getUser@routes/users.go:5 [authRequired/authentication]',
      'routes/routes.go:7 gin POST /v1/users ->  [authRequired/authentication]',
    ],
  ],
  'echo, chi, gorilla, fiber': [
    {
      'go.mod': 'module example.com/x\n',
      'e/e.go': `package e

import "github.com/labstack/echo/v4"

func Run() {
	e := echo.New()
	e.Use(middleware.JWT(key))
	e.DELETE("/e/:id", remove, adminOnly)
}
func remove(c echo.Context) error { return nil }
`,
      'c/c.go': `package c

import "github.com/go-chi/chi/v5"

func Routes() {
	r := chi.NewRouter()
	r.Route("/c", func(r chi.Router) {
		r.Use(jwtauth.Verifier(token))
		r.With(adminOnly).Put("/{id}", put)
	})
	r.Get("/open", put)
}
func put(w http.ResponseWriter, r *http.Request) {}
`,
      'g/g.go': `package g

import "github.com/gorilla/mux"

func Routes() {
	r := mux.NewRouter()
	s := r.PathPrefix("/g").Subrouter()
	s.HandleFunc("/{id}", show).Methods("GET", "POST")
}
func show(w http.ResponseWriter, r *http.Request) {}
`,
      'f/f.go': `package f

import "github.com/gofiber/fiber/v2"

func Routes() {
	app := fiber.New()
	api := app.Group("/api", keyauth.New())
	api.Get("/f", list)
}
func list(c *fiber.Ctx) error { return nil }
`,
    },
    [
      'c/c.go:9 chi PUT /c/{id} -> put@c/c.go:13 [adminOnly/authorization jwtauth.Verifier/authentication]',
      'c/c.go:11 chi GET /open -> put@c/c.go:13 []',
      'e/e.go:8 echo DELETE /e/:id -> remove@e/e.go:10 [adminOnly/authorization middleware.JWT/authentication]',
      'f/f.go:8 fiber GET /api/f -> list@f/f.go:10 [keyauth.New/authentication]',
      'g/g.go:8 gorilla GET /g/{id} -> show@g/g.go:10 []',
      'g/g.go:8 gorilla POST /g/{id} -> show@g/g.go:10 []',
    ],
  ],
  'spring: controllers and path rules': [
    {
      'src/Orders.java': `package shop;
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping("/orders")
public class Orders {
  private final OrderService service;
  @GetMapping("/{id}")
  public Order find(@PathVariable Long id) { return service.find(id); }
  @PostMapping
  @PreAuthorize("hasRole('CLERK')")
  public Order create(@RequestBody Order order) { return service.create(order); }
  @RequestMapping(value = "/all", method = RequestMethod.DELETE)
  public void clear() {}
}
`,
      'src/Security.java': `package shop;
public class Security {
  SecurityFilterChain chain(HttpSecurity http) {
    return http.authorizeHttpRequests(auth -> auth
      .requestMatchers("/orders/all").hasRole("ADMIN")
      .requestMatchers("/public/**").permitAll()
      .anyRequest().authenticated()).build();
  }
}
`,
    },
    [
      'src/Orders.java:7 spring GET /orders/{id} -> Orders.find [authenticated/authentication]',
      'src/Orders.java:9 spring POST /orders -> Orders.create [PreAuthorize/authorization authenticated/authentication]',
      'src/Orders.java:12 spring DELETE /orders/all -> Orders.clear [hasRole/authorization]',
    ],
  ],
  'jax-rs and servlets': [
    {
      'Users.java': `import jakarta.ws.rs.*;
@Path("/users")
public class Users {
  @GET
  @Path("/{id}")
  @RolesAllowed("admin")
  public User find(@PathParam("id") String id) { return null; }
}
`,
      'Login.java': `import jakarta.servlet.http.HttpServlet;
@WebServlet("/login")
public class Login extends HttpServlet {
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {}
}
`,
    },
    [
      'Login.java:4 servlet POST /login -> Login.doPost []',
      'Users.java:4 jax-rs GET /users/{id} -> Users.find [RolesAllowed/authorization]',
    ],
  ],
  'rails: resources, namespaces, filters of the controllers': [
    {
      'config/routes.rb': `Rails.application.routes.draw do
  root 'home#index'
  resources :articles, only: %i[show update] do
    member do
      post :publish
    end
    resources :comments, only: [:create]
  end
  namespace :admin do
    resources :users, only: [:destroy]
  end
  get '/about', to: 'pages#about'
end
`,
      'app/controllers/application_controller.rb': `class ApplicationController < ActionController::Base
  before_action :authenticate_user!
end
`,
      'app/controllers/articles_controller.rb': `class ArticlesController < ApplicationController
  skip_before_action :authenticate_user!, only: [:show]
  before_action :require_owner, only: [:update]
  def show
  end
  def update
  end
  def publish
  end
end
`,
      'app/controllers/admin/users_controller.rb': `class Admin::UsersController < ApplicationController
  before_action :require_admin
  def destroy
  end
end
`,
    },
    [
      'config/routes.rb:2 rails GET / -> HomeController.index []',
      'config/routes.rb:3 rails GET /articles/:id -> ArticlesController.show@app/controllers/articles_controller.rb:4 []',
      'config/routes.rb:3 rails PATCH /articles/:id -> ArticlesController.update@app/controllers/articles_controller.rb:6 [require_owner/authorization authenticate_user!/authentication]',
      'config/routes.rb:5 rails POST /articles/:id/publish -> ArticlesController.publish@app/controllers/articles_controller.rb:8 [authenticate_user!/authentication]',
      'config/routes.rb:7 rails POST /articles/:article_id/comments -> CommentsController.create []',
      'config/routes.rb:10 rails DELETE /admin/users/:id -> Admin::UsersController.destroy@app/controllers/admin/users_controller.rb:3 [require_admin/authorization authenticate_user!/authentication]',
      'config/routes.rb:12 rails GET /about -> PagesController.about []',
    ],
  ],
  'sinatra and grape': [
    {
      'app.rb': `require 'sinatra'
before do
  authenticate!
end
get '/hello/:name' do
  params[:name]
end
`,
      'api.rb': `class API < Grape::API
  namespace :v1 do
    resource :users do
      get ':id' do
        User.find(params[:id])
      end
    end
  end
end
`,
    },
    ['api.rb:4 grape GET /v1/users/:id ->  []', 'app.rb:5 sinatra GET /hello/:name ->  [authenticate!/authentication]'],
  ],
  'laravel: groups, resources, controllers with middleware': [
    {
      'routes/api.php': `<?php
use App\\Http\\Controllers\\PostController;
Route::get('/ping', function () { return 'pong'; });
Route::middleware(['auth:sanctum'])->prefix('v1')->group(function () {
    Route::post('/posts', [PostController::class, 'store'])->middleware('throttle:10');
    Route::apiResource('tags', TagController::class);
});
`,
      'app/Http/Controllers/PostController.php': `<?php
namespace App\\Http\\Controllers;
class PostController extends Controller {
    public function __construct() { $this->middleware('can:write')->only('store'); }
    public function store(Request $request) {}
}
`,
    },
    [
      'routes/api.php:3 laravel GET /api/ping ->  []',
      'routes/api.php:5 laravel POST /api/v1/posts -> PostController.store@app/Http/Controllers/PostController.php:5 [auth:sanctum/authentication throttle:10/rate can:write/authorization]',
      'routes/api.php:6 laravel DELETE /api/v1/tags/{id} -> TagController.destroy [auth:sanctum/authentication]',
      'routes/api.php:6 laravel GET /api/v1/tags -> TagController.index [auth:sanctum/authentication]',
      'routes/api.php:6 laravel GET /api/v1/tags/{id} -> TagController.show [auth:sanctum/authentication]',
      'routes/api.php:6 laravel POST /api/v1/tags -> TagController.store [auth:sanctum/authentication]',
      'routes/api.php:6 laravel PUT /api/v1/tags/{id} -> TagController.update [auth:sanctum/authentication]',
    ],
    ['laravel/framework'],
  ],
  'symfony, slim and a page of its own': [
    {
      'src/Controller/BlogController.php': `<?php
#[Route('/blog')]
class BlogController extends AbstractController {
    #[Route('/{slug}', methods: ['GET'])]
    #[IsGranted('ROLE_USER')]
    public function show(string $slug): Response { return new Response(); }
}
`,
      'public/index.php': `<?php
$app = AppFactory::create();
$app->group('/api', function ($group) {
    $group->get('/users/{id}', UserAction::class);
})->add(AuthMiddleware::class);
`,
      'search.php': `<?php
require 'db.php';
echo $_GET['q'];
`,
    },
    [
      'public/index.php:4 slim GET /api/users/{id} -> UserAction.__invoke [AuthMiddleware/authentication]',
      'search.php:3 php ANY /search.php ->  []',
      'src/Controller/BlogController.php:4 symfony GET /blog/{slug} -> BlogController.show [IsGranted/authorization]',
    ],
  ],
  'asp.net: attributes and minimal APIs': [
    {
      'Controllers/OrdersController.cs': `namespace Shop;
[ApiController]
[Route("api/[controller]")]
[Authorize]
public class OrdersController : ControllerBase {
  private readonly IOrders orders;
  [HttpGet("{id}")]
  [AllowAnonymous]
  public Order Get(int id) => orders.Find(id);
  [HttpDelete("{id}"), Authorize(Roles = "Admin")]
  public void Delete(int id) { orders.Remove(id); }
}
`,
      'Program.cs': `var app = builder.Build();
var api = app.MapGroup("/v2").RequireAuthorization();
api.MapPost("/orders", (Order order) => order);
app.MapGet("/health", () => "up");
`,
    },
    [
      'Controllers/OrdersController.cs:7 aspnet GET /api/orders/{id} -> OrdersController.Get []',
      'Controllers/OrdersController.cs:10 aspnet DELETE /api/orders/{id} -> OrdersController.Delete [Authorize/authentication Authorize/authorization]',
      'Program.cs:3 aspnet POST /v2/orders ->  [RequireAuthorization/authentication]',
      'Program.cs:4 aspnet GET /health ->  []',
    ],
  ],
};

test.each(Object.entries(CASES))('%s', async (_name, [files, expected, dependencies]) => {
  const recon = await survey(files, dependencies);
  expect(recon.endpoints.map(row)).toEqual(expected);
});

const OTHER: Readonly<Record<string, readonly [path: string, text: string, expected: readonly string[]]>> = {
  celery: [
    'tasks.py',
    'from celery import shared_task\n@shared_task\ndef send_mail(to):\n    pass\n',
    ['tasks.py:2 job celery send_mail -> send_mail'],
  ],
  click: ['cli.py', 'import click\n@click.command()\ndef main(name):\n    pass\n', ['cli.py:2 cli click main -> main']],
  argparse: [
    'run.py',
    'import argparse\ndef main():\n    parser = argparse.ArgumentParser()\n',
    ['run.py:3 cli argparse  -> main'],
  ],
  commander: [
    'cli.ts',
    "import { program } from 'commander';\nprogram.command('sync').action(run);\nfunction run() {}\n",
    ['cli.ts:2 cli commander sync -> '],
  ],
  kafka: [
    'consumer.js',
    "const { Kafka } = require('kafkajs');\nconsumer.run({ eachMessage });\n",
    ['consumer.js:2 message kafka  -> '],
  ],
  listener: [
    'L.java',
    'class L {\n  @KafkaListener(topics = "orders")\n  void onOrder(String message) {}\n}\n',
    ['L.java:2 message spring orders -> L.onOrder'],
  ],
  cobra: [
    'cmd/root.go',
    'package cmd\nvar root = &cobra.Command{Use: "shop", Run: run}\nfunc run() {}\n',
    ['cmd/root.go:2 cli cobra shop -> run'],
  ],
  grpc: [
    'main.go',
    'package main\nfunc main() {\n\tpb.RegisterGreeterServer(s, &server{})\n}\n',
    ['main.go:3 rpc grpc  -> s'],
  ],
};

test.each(Object.entries(OTHER))('%s is an entry point without HTTP', async (_name, [path, text, expected]) => {
  const recon = await survey({ [path]: text });
  expect(recon.entryPoints.filter(({ kind }) => kind !== 'exported-api').map(entry)).toEqual(expected);
  expect(recon.endpoints).toEqual([]);
});
