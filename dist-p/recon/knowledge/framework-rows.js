/** What the common web frameworks bring along: where input arrives, what is dangerous, what protects. Data only. */
import { sink, words } from './knowledge-row.js';
const SCRIPTS = ['javascript', 'typescript', 'tsx'];
const framework = (name, title, languages, rest) => ({ name, title, languages, ...rest });
export const FRAMEWORK_ROWS = [
    framework('express', 'Express', SCRIPTS, {
        packages: ['express'],
        sources: words('req.query req.body req.params req.headers req.cookies req.files req.originalUrl'),
        sinks: [
            sink('D1', 'markup', 'res.send response.send'),
            sink('D1', 'redirect', 'res.redirect response.redirect'),
            sink('D1', 'template', 'res.render response.render'),
            sink('D8', 'static', 'express.static'),
        ],
        guards: words('requireAuth ensureAuthenticated passport.authenticate requireRole csurf rateLimit express-jwt.expressjwt'),
    }),
    framework('koa', 'Koa', SCRIPTS, {
        packages: ['koa', '@koa/router', 'koa-router'],
        sources: words('ctx.query ctx.params ctx.request.body ctx.headers ctx.cookies.get'),
        sinks: [sink('D1', 'redirect', 'ctx.redirect'), sink('D5', 'read', 'koa-send send')],
        guards: words('koa-jwt requireAuth koa-passport.authenticate koa-ratelimit'),
    }),
    framework('fastify', 'Fastify', SCRIPTS, {
        packages: ['fastify'],
        sources: words('request.query request.body request.params request.headers request.cookies'),
        sinks: [
            sink('D1', 'markup', 'reply.send'),
            sink('D1', 'redirect', 'reply.redirect'),
            sink('D1', 'template', 'reply.view'),
        ],
        guards: words('fastify.authenticate request.jwtVerify @fastify/csrf-protection @fastify/rate-limit fastify.verifyToken'),
    }),
    framework('hapi', 'hapi', SCRIPTS, {
        packages: ['@hapi/hapi', 'hapi'],
        sources: words('request.query request.payload request.params request.headers request.state'),
        sinks: [sink('D1', 'redirect', 'h.redirect'), sink('D5', 'read', 'h.file'), sink('D1', 'template', 'h.view')],
        guards: words('auth.strategy options.auth @hapi/crumb validate.payload'),
    }),
    framework('nestjs', 'NestJS', SCRIPTS, {
        packages: ['@nestjs/common', '@nestjs/core'],
        sources: words('@Body @Query @Param @Headers @UploadedFile @MessageBody'),
        sinks: [sink('D1', 'sql', '*.createQueryBuilder'), sink('D8', 'headers', '*.enableCors')],
        guards: words('AuthGuard JwtAuthGuard RolesGuard ThrottlerGuard ValidationPipe'),
    }),
    framework('nextjs', 'Next.js', SCRIPTS, {
        packages: ['next'],
        sources: words('req.query req.body request.json request.nextUrl.searchParams params cookies'),
        sinks: [
            sink('D1', 'redirect', 'redirect NextResponse.redirect next/navigation.redirect'),
            sink('D8', 'headers', 'NextResponse.next'),
        ],
        guards: words('getServerSession auth withAuth getToken requireUser'),
    }),
    framework('hono', 'Hono', SCRIPTS, {
        packages: ['hono'],
        sources: words('c.req.query c.req.param c.req.json c.req.parseBody c.req.header'),
        sinks: [sink('D1', 'markup', 'c.html hono/html.raw'), sink('D1', 'redirect', 'c.redirect')],
        guards: words('bearerAuth basicAuth jwt csrf zValidator'),
    }),
    framework('flask', 'Flask', ['python'], {
        packages: ['flask'],
        sources: words('request.args request.form request.values request.json request.cookies request.headers request.files'),
        sinks: [
            sink('D1', 'template', 'flask.render_template_string'),
            sink('D1', 'redirect', 'flask.redirect'),
            sink('D5', 'read', 'flask.send_file flask.send_from_directory'),
        ],
        guards: words('login_required jwt_required roles_required permission_required CSRFProtect limiter.limit'),
    }),
    framework('django', 'Django', ['python'], {
        packages: ['django', 'djangorestframework', 'rest_framework'],
        sources: words('request.GET request.POST request.body request.FILES request.COOKIES request.META request.data'),
        sinks: [
            sink('D1', 'sql', '*.raw *.extra django.db.models.expressions.RawSQL'),
            sink('D1', 'markup', 'django.utils.safestring.mark_safe'),
            sink('D1', 'redirect', 'django.shortcuts.redirect django.http.HttpResponseRedirect'),
        ],
        guards: words('login_required permission_required LoginRequiredMixin PermissionRequiredMixin IsAuthenticated IsAdminUser csrf_protect user_passes_test'),
    }),
    framework('fastapi', 'FastAPI', ['python'], {
        packages: ['fastapi', 'starlette'],
        sources: words('request.query_params request.json request.body Query Body Path Header Cookie UploadFile'),
        sinks: [
            sink('D1', 'markup', 'fastapi.responses.HTMLResponse'),
            sink('D1', 'redirect', 'fastapi.responses.RedirectResponse'),
            sink('D5', 'read', 'fastapi.responses.FileResponse'),
        ],
        guards: words('get_current_user get_current_active_user OAuth2PasswordBearer HTTPBearer require_role verify_token'),
    }),
    framework('aiohttp', 'aiohttp', ['python'], {
        packages: ['aiohttp'],
        sources: words('request.query request.match_info request.json request.post request.headers request.cookies'),
        sinks: [sink('D1', 'redirect', 'aiohttp.web.HTTPFound'), sink('D5', 'read', 'aiohttp.web.FileResponse')],
        guards: words('aiohttp_security.check_authorized aiohttp_security.check_permission login_required'),
    }),
    framework('net-http', 'net/http', ['go'], {
        packages: ['net/http'],
        sources: words('r.URL.Query r.FormValue r.PostFormValue r.PathValue r.Header.Get r.Body r.Cookie r.MultipartReader'),
        sinks: [
            sink('D1', 'redirect', 'net/http.Redirect'),
            sink('D1', 'markup', 'fmt.Fprintf io.WriteString'),
            sink('D5', 'read', 'net/http.ServeFile'),
        ],
        guards: words('requireAuth withAuth authMiddleware csrf.Protect http.MaxBytesReader'),
    }),
    framework('gin', 'Gin', ['go'], {
        packages: ['github.com/gin-gonic/gin'],
        sources: words('c.Query c.Param c.PostForm c.ShouldBindJSON c.BindJSON c.GetHeader c.Cookie c.FormFile'),
        sinks: [
            sink('D1', 'redirect', 'c.Redirect'),
            sink('D5', 'read', 'c.File c.FileAttachment'),
            sink('D5', 'write', 'c.SaveUploadedFile'),
        ],
        guards: words('gin.BasicAuth authRequired jwtMiddleware csrf.Middleware'),
    }),
    framework('echo', 'Echo', ['go'], {
        packages: ['github.com/labstack/echo', 'github.com/labstack/echo/v4'],
        sources: words('c.QueryParam c.Param c.FormValue c.Bind c.Request().Header.Get'),
        sinks: [
            sink('D1', 'markup', 'c.HTML'),
            sink('D1', 'redirect', 'c.Redirect'),
            sink('D5', 'read', 'c.File c.Attachment'),
        ],
        guards: words('middleware.JWT middleware.BasicAuth middleware.KeyAuth middleware.CSRF echojwt.WithConfig'),
    }),
    framework('chi', 'chi', ['go'], {
        packages: ['github.com/go-chi/chi', 'github.com/go-chi/chi/v5'],
        sources: words('chi.URLParam r.URL.Query r.FormValue r.Body'),
        sinks: [sink('D1', 'redirect', 'net/http.Redirect')],
        guards: words('jwtauth.Verifier jwtauth.Authenticator middleware.BasicAuth httprate.Limit'),
    }),
    framework('gorilla', 'gorilla/mux', ['go'], {
        packages: ['github.com/gorilla/mux'],
        sources: words('mux.Vars r.URL.Query r.FormValue r.Body'),
        sinks: [sink('D1', 'redirect', 'net/http.Redirect')],
        guards: words('csrf.Protect authMiddleware requireLogin'),
    }),
    framework('fiber', 'Fiber', ['go'], {
        packages: ['github.com/gofiber/fiber', 'github.com/gofiber/fiber/v2', 'github.com/gofiber/fiber/v3'],
        sources: words('c.Query c.Params c.FormValue c.BodyParser c.Get c.Cookies'),
        sinks: [
            sink('D1', 'redirect', 'c.Redirect'),
            sink('D5', 'read', 'c.SendFile c.Download'),
            sink('D5', 'write', 'c.SaveFile'),
        ],
        guards: words('basicauth.New keyauth.New jwtware.New csrf.New limiter.New'),
    }),
    framework('spring', 'Spring', ['java', 'kotlin'], {
        packages: ['org.springframework', 'spring-boot-starter-web', 'spring-boot-starter-webflux', 'spring-web'],
        sources: words('@RequestParam @PathVariable @RequestBody @RequestHeader @CookieValue @ModelAttribute HttpServletRequest.getParameter'),
        sinks: [
            sink('D1', 'code', 'org.springframework.expression.spel.standard.SpelExpressionParser *.parseExpression'),
            sink('D1', 'sql', 'org.springframework.jdbc.core.JdbcTemplate *.queryForObject *.createNativeQuery'),
            sink('D6', 'request', '*.getForObject *.getForEntity *.exchange'),
        ],
        guards: words('@PreAuthorize @Secured @RolesAllowed @PostAuthorize @Valid @EnableMethodSecurity'),
    }),
    framework('jax-rs', 'JAX-RS', ['java'], {
        packages: ['jakarta.ws.rs', 'javax.ws.rs'],
        sources: words('@QueryParam @PathParam @FormParam @HeaderParam @CookieParam @BeanParam'),
        sinks: [sink('D1', 'redirect', 'Response.seeOther Response.temporaryRedirect')],
        guards: words('@RolesAllowed @Authenticated @DenyAll'),
    }),
    framework('servlet', 'Servlets', ['java'], {
        packages: ['jakarta.servlet', 'javax.servlet'],
        sources: words('request.getParameter request.getHeader request.getCookies request.getInputStream request.getPathInfo request.getPart'),
        sinks: [
            sink('D1', 'redirect', '*.sendRedirect'),
            sink('D1', 'markup', '*.getWriter().println *.getWriter().write'),
            sink('D1', 'include', '*.getRequestDispatcher'),
        ],
        guards: words('request.isUserInRole @ServletSecurity request.getUserPrincipal'),
    }),
    framework('rails', 'Ruby on Rails', ['ruby', 'template'], {
        packages: ['rails', 'railties', 'actionpack'],
        sources: words('params cookies request.headers request.body request.env'),
        sinks: [
            sink('D1', 'sql', '*.find_by_sql *.where *.order'),
            sink('D1', 'redirect', 'redirect_to'),
            sink('D1', 'markup', '*.html_safe raw'),
            sink('D5', 'read', 'send_file'),
            sink('D3', 'mass assignment', '*.permit! *.update_attributes'),
        ],
        guards: words('authenticate_user! authorize authorize! load_and_authorize_resource require_login protect_from_forgery verify_authorized'),
    }),
    framework('sinatra', 'Sinatra', ['ruby'], {
        packages: ['sinatra'],
        sources: words('params request.body request.cookies request.env'),
        sinks: [sink('D1', 'template', 'erb haml'), sink('D1', 'redirect', 'redirect'), sink('D5', 'read', 'send_file')],
        guards: words('protected! authenticate! require_login'),
    }),
    framework('grape', 'Grape', ['ruby'], {
        packages: ['grape'],
        sources: words('params headers declared env'),
        sinks: [sink('D1', 'redirect', 'redirect')],
        guards: words('authenticate! http_basic authorize!'),
    }),
    framework('laravel', 'Laravel', ['php'], {
        packages: ['laravel/framework', 'illuminate/support'],
        sources: words('$request->input $request->query $request->all $request->file $request->cookie $request->header Input.get'),
        sinks: [
            sink('D1', 'sql', 'DB.raw DB.select DB.statement *.whereRaw *.orderByRaw *.selectRaw'),
            sink('D1', 'redirect', 'redirect Redirect.to'),
            sink('D3', 'mass assignment', '*.fill *.forceFill'),
            sink('D5', 'write', '*.storeAs *.move Storage.put'),
            sink('D5', 'read', 'Storage.get Storage.download'),
        ],
        guards: words('auth auth:sanctum can:update Gate.authorize authorize throttle VerifyCsrfToken'),
    }),
    framework('symfony', 'Symfony', ['php'], {
        packages: ['symfony/framework-bundle', 'symfony/http-foundation'],
        sources: words('$request->query->get $request->request->get $request->getContent $request->files->get $request->cookies->get $request->headers->get'),
        sinks: [
            sink('D1', 'sql', '*.createQuery *.createNativeQuery *.executeQuery'),
            sink('D1', 'redirect', '*.redirect'),
            sink('D5', 'read', '*.file'),
        ],
        guards: words('IsGranted denyAccessUnlessGranted Security isCsrfTokenValid'),
    }),
    framework('slim', 'Slim', ['php'], {
        packages: ['slim/slim'],
        sources: words('$request->getQueryParams $request->getParsedBody $request->getUploadedFiles $request->getCookieParams $request->getHeaderLine'),
        sinks: [sink('D1', 'markup', '*.getBody()->write')],
        guards: words('JwtAuthentication AuthMiddleware HttpBasicAuthentication'),
    }),
    framework('aspnet', 'ASP.NET Core', ['csharp'], {
        packages: ['Microsoft.AspNetCore'],
        sources: words('Request.Query Request.Form Request.Headers Request.Cookies Request.Body [FromBody] [FromQuery] [FromRoute] IFormFile'),
        sinks: [
            sink('D1', 'redirect', 'Redirect *.Redirect'),
            sink('D1', 'markup', 'Html.Raw Content'),
            sink('D5', 'read', 'PhysicalFile'),
        ],
        guards: words('Authorize RequireAuthorization ValidateAntiForgeryToken EnableRateLimiting'),
    }),
];
