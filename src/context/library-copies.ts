/**
 * Tells by folder and name whether a file is a copy of a well-known browser library, or a hashed bundle, among the files that a site
 * serves. Reviewing them says nothing about the project and takes minutes. Called by classify-file.ts.
 */

/** Folders whose files are sent to browsers as they are. */
const SERVED =
  /(?:^|\/)(?:public|static|assets|wwwroot|htdocs|webroot|www|media|resources\/static|static\.dist|staticfiles)\//iu;

const VERSION = String.raw`(?:[-._]v?\d[\w.]*)`;
const BUILD =
  '(?:[-._](?:all|bundle|bundled|compat|core|custom|debug|dev|development|esm|full|global|iife|latest|legacy|min|pkgd|prod|production|runtime|slim|standalone|umd))*';

/** Names that nobody gives to a file of their own. */
const LIBRARIES = [
  'ace(?:-(?:builds|editor))?',
  'alpine(?:js)?',
  'angular(?:-(?:animate|aria|cookies|loader|messages|mocks|resource|route|sanitize|touch))?',
  'axios',
  'backbone(?:-min)?',
  'bokeh(?:-(?:api|gl|mathjax|tables|widgets))?',
  'bootstrap',
  'chosen(?:\\.jquery)?',
  'ckeditor',
  'codemirror',
  'd3(?:[-.](?:tip|v\\d))?',
  'dagre(?:-d3)?',
  'dropzone',
  'echarts',
  'ember',
  'es\\d-shim',
  'flatpickr',
  'font-?awesome',
  'fullcalendar',
  'google[-_.]?(?:analytics|charts?|maps?|visualization)(?:[-_.](?:api|loader))?',
  'gsap',
  'handlebars',
  'highcharts',
  'html5shiv',
  'htmx',
  'jquery(?:[-.](?:cookie|datatables|easing|fancybox|flot|form|lazyload|migrate|tablesorter|timepicker|ui|validate))?',
  'knockout',
  'leaflet',
  'lodash',
  'materialize',
  'mathjax',
  'modernizr',
  'moment(?:-(?:with-locales|timezone(?:-with-data)?))?',
  'mustache',
  'nv\\.d3',
  'owl\\.carousel',
  'plotly',
  'raphael',
  'react(?:-dom)?',
  'redoc',
  'scriptaculous',
  'select2',
  'sizzle',
  'socket\\.io',
  'summernote',
  'swagger-ui(?:-(?:bundle|standalone-preset))?',
  'sweetalert2?',
  'tinymce',
  'toastr',
  'tweenmax',
  'uikit',
  'underscore',
  'vue',
  'zepto',
];

/** Names that a project may use itself: a library only with a version behind it. */
const VERSIONED = [
  'animate',
  'babel',
  'chart',
  'clipboard',
  'foundation',
  'hammer',
  'highlight',
  'hls',
  'immutable',
  'normalize',
  'pdf',
  'polyfill',
  'popper',
  'prism',
  'prototype',
  'require',
  'respond',
  'semantic',
  'slick',
  'sortable',
  'swiper',
  'three',
  'timeline',
  'typeahead',
  'video',
  'yui',
];

const LIBRARY = new RegExp(
  `/(?:(?:${LIBRARIES.join('|')})${VERSION}?|(?:${VERSIONED.join('|')})${VERSION})${BUILD}\\.(?:js|mjs|css)$`,
  'iu',
);

/** Editors and viewers come as a folder of many files. */
const LIBRARY_FOLDER =
  /\/(?:ace-builds|bootstrap|ckeditor\d?|codemirror|fontawesome[\w.-]*|jquery(?:-?ui)?|leaflet|mathjax|monaco-editor|pdfjs?|swagger-ui|tiny_?mce|vendors?)\//iu;

/** `main.3f9a12bc.js`, `1739.cccdf269.chunk.js`, `output.85d9cff87553.css`. */
const HASHED =
  /[-.](?=[0-9a-f]*\d)[0-9a-f]{8,32}(?:\.(?:chunk|bundle))?\.(?:js|mjs|css)$|\.(?:chunk|bundle)\.(?:js|mjs|css)$/iu;

export const isLibraryCopy = (path: string): boolean =>
  SERVED.test(path) && (LIBRARY.test(path) || (LIBRARY_FOLDER.test(path) && /\.(?:js|mjs|css)$/iu.test(path)));

/** `index-C8qwgKWF.mjs`: eight letters and digits of both cases, which are no words (`my-HTMLView.js`). */
const MIXED_HASH =
  /-(?=[\w-]{0,7}[A-Z])(?=[\w-]{0,7}[a-z])(?=[\w-]{0,7}(?:\d|[A-Z]{2}))(?!(?:[A-Z]*[a-z]{3,})*[A-Z]*\d*\.)[\w-]{8}\.(?:js|mjs|css)$/u;

export const isServedBundle = (path: string): boolean =>
  SERVED.test(path) && (HASHED.test(path) || MIXED_HASH.test(path));
