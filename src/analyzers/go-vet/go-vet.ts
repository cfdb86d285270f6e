/**
 * Runs `go vet` over whole Go modules and returns findings of go-reviewer, with advice in our words for the most frequent checks. Loaded
 * by declaration.ts, run by external/external-go.ts.
 */

import type { ProgramEnd } from '../../programs/external-process.ts';
import { CONFIDENCE } from '../../protocol/findings/finding.ts';
import { type Meaning, toTitle } from '../external/external-findings.ts';
import { createGoScan } from '../external/external-go.ts';
import type { ToolHit, ToolOutput } from '../external/tool-hits.ts';
import type { ToolScan } from '../external/tool-task.ts';
import { parseGoVetResults } from './go-vet-results.ts';

const NAME = 'go-vet';

export const createGoVetScan = (): ToolScan =>
  createGoScan({ name: NAME, args: ['vet', '-json', './...'], parse, mean });

/** One package that cannot be loaded keeps vet from looking at any. */
function parse({ exitCode, stdout, stderr }: ProgramEnd & { readonly kind: 'ended' }): ToolOutput {
  const output = parseGoVetResults(stdout, stderr);
  const isEmpty = output.kind === 'parsed' && output.hits.length === 0;
  const reason = output.kind === 'parsed' ? output.faults[0]?.reason : undefined;
  return exitCode !== 0 && isEmpty ? { kind: 'unusable', reason: reason ?? `it ended with ${exitCode}` } : output;
}

const CATEGORIES: Readonly<Record<string, string>> = {
  atomic: 'concurrency',
  copylocks: 'concurrency',
  loopclosure: 'concurrency',
  waitgroup: 'concurrency',
  lostcancel: 'resources',
  httpresponse: 'resources',
  errorsas: 'error-handling',
  unusedresult: 'error-handling',
  stdmethods: 'interfaces',
  ifaceassert: 'interfaces',
  structtag: 'naming',
  printf: 'formatting',
};
/** The program does something else than its text says, fails or hangs; the others are left-overs or concern tests. */
const GRAVE = new Set([
  ...['appends', 'atomic', 'bools', 'copylocks', 'defers', 'errorsas', 'httpresponse', 'ifaceassert', 'loopclosure'],
  ...[
    'lostcancel',
    'nilfunc',
    'nilness',
    'shift',
    'stringintconv',
    'structtag',
    'timeformat',
    'unmarshal',
    'waitgroup',
  ],
]);
/** As the rules of ours that see the same: what two say of one line is one finding. */
const WEAKNESSES: Readonly<Record<string, string>> = { copylocks: 'CWE-667', waitgroup: 'CWE-362' };

interface Advice {
  readonly why: string;
  readonly fix: string;
}

const ANY: Advice = {
  why: 'The Go tool chain itself regards this as a mistake.',
  fix: 'Correct it as the reference of the check describes.',
};

/** The checks that are met most often, in our words. */
const ADVICE: Readonly<Record<string, Advice>> = {
  printf: {
    why: 'The text that is written has `%!verb(…)` in it, or lacks a value.',
    fix: 'Make verbs and arguments agree in number and type, or use `Print` where there is nothing to format.',
  },
  copylocks: {
    why: 'The copy has a lock of its own, so two goroutines hold "the same" lock at once.',
    fix: 'Pass a pointer, or keep the lock in a struct that is never copied.',
  },
  lostcancel: {
    why: 'The context is never released: its timer and its children stay until the parent ends.',
    fix: 'Call it on every way out: `ctx, cancel := …; defer cancel()`.',
  },
  httpresponse: {
    why: 'With an error the response is nil, and `resp.Body.Close()` panics.',
    fix: 'Check the error first, then `defer resp.Body.Close()`.',
  },
  loopclosure: {
    why: 'All iterations share one variable before Go 1.22: the function sees its last value.',
    fix: 'Pass the variable as an argument, or set `go 1.22` or newer in go.mod.',
  },
  unusedresult: {
    why: 'The call has no effect but its result, and the result is thrown away.',
    fix: 'Use the result, or delete the call.',
  },
  unreachable: {
    why: 'Nothing leads to this code: either it is left over, or a condition before it is wrong.',
    fix: 'Delete it, or mend what returns before it.',
  },
  structtag: {
    why: 'A tag that does not follow the form is ignored, so the field keeps its plain name or is left out.',
    fix: 'Write `key:"value"` pairs with one blank between them, each name once: `json:"id" db:"id"`.',
  },
  unmarshal: {
    why: 'The decoder gets a copy and fills nothing.',
    fix: 'Give it a pointer: `json.Unmarshal(data, &value)`.',
  },
  errorsas: {
    why: '`errors.As` panics unless its second argument is a pointer to an error type or an interface.',
    fix: 'Declare a variable of the error type and pass its address: `errors.As(err, &target)`.',
  },
  atomic: {
    why: 'Assigning the result of an atomic add to the same variable is no longer atomic.',
    fix: 'Call it without the assignment: `atomic.AddInt64(&n, 1)`.',
  },
  assign: {
    why: 'The variable is set to itself, so what was meant to be set is not.',
    fix: 'Name the right source, or delete the line.',
  },
  bools: {
    why: 'Both sides of the condition say the same, so one case that was meant is never tested.',
    fix: 'Write the second comparison as it was meant, or delete it.',
  },
  nilfunc: {
    why: 'A declared function is never nil: the comparison always gives the same.',
    fix: 'Call the function, or compare its result.',
  },
  shift: {
    why: 'A shift by the width of the type or more always gives 0.',
    fix: 'Convert to a wider type before the shift.',
  },
  stringintconv: {
    why: '`string(n)` is the character with that number, not its digits.',
    fix: 'Use `strconv.Itoa(n)`, or `string(rune(n))` where the character is meant.',
  },
  tests: {
    why: 'A test, benchmark or example with this name or signature is never run.',
    fix: 'Name it `TestXxx(t *testing.T)`, and an example after what it shows.',
  },
  testinggoroutine: {
    why: '`t.Fatal` in another goroutine ends that goroutine only, and the test goes on.',
    fix: 'Use `t.Error` and return, or send the error to the test.',
  },
  unusedwrite: {
    why: 'The value is written to a copy and never read.',
    fix: 'Take a pointer or the element by its index, or delete the write.',
  },
  composites: {
    why: 'Without field names a new field of the other package breaks this code, or fills the wrong field.',
    fix: 'Name the fields: `url.URL{Scheme: "https"}`.',
  },
  sigchanyzer: {
    why: '`signal.Notify` does not wait: a signal that comes while nobody receives is lost.',
    fix: 'Give the channel room for one: `make(chan os.Signal, 1)`.',
  },
  defers: {
    why: 'The argument of a deferred call is worked out at once: `time.Since` measures nothing.',
    fix: 'Defer a function: `defer func() { observe(time.Since(start)) }()`.',
  },
  waitgroup: {
    why: '`Wait` may return before the goroutine has started and counted itself, so its work is lost.',
    fix: 'Count before starting: `wg.Add(1); go func() { defer wg.Done(); work() }()`.',
  },
  appends: {
    why: '`append` with nothing to append gives back the list as it was: the value that was meant is missing.',
    fix: 'Name what is appended, or assign the list itself.',
  },
  ifaceassert: {
    why: 'No type can have both sets of methods, so the assertion never holds.',
    fix: 'Assert the interface that was meant, or make the signatures of the methods agree.',
  },
  stdmethods: {
    why: 'The method has the name of a well-known interface and another signature, so the standard library never calls it.',
    fix: 'Use the signature of the interface, or another name.',
  },
  slog: {
    why: 'A key without its value, or a value without a key, is logged as `!BADKEY`.',
    fix: 'Give keys and values in pairs, or use `slog.String("key", value)`.',
  },
  timeformat: {
    why: 'The layout puts the day where the month belongs: dates are read and written wrongly.',
    fix: 'Write year-month-day as `2006-01-02`.',
  },
  unsafeptr: {
    why: 'The garbage collector does not see a pointer that was a number: what it points to may be gone.',
    fix: 'Convert in one expression, as the rules of `unsafe.Pointer` allow.',
  },
  hostport: {
    why: 'An IPv6 address has colons of its own, so the joined text is no address.',
    fix: 'Join them with `net.JoinHostPort(host, port)`.',
  },
  directive: {
    why: 'A directive of the tool chain in the wrong place is a comment and does nothing.',
    fix: 'Move it to where the reference of the check allows it.',
  },
  buildtag: {
    why: 'A build constraint that is misplaced or misspelt is ignored, so the file is built where it was not meant to be.',
    fix: 'Write `//go:build` before the package clause, with an empty line after it.',
  },
  stdversion: {
    why: 'The name is newer than the Go version in go.mod: the code does not build with that version.',
    fix: 'Raise `go` in go.mod, or use what that version has.',
  },
};

const mean = (hit: ToolHit): Meaning => ({
  reviewer: 'go-reviewer',
  category: CATEGORIES[hit.rule] ?? 'control-flow',
  severity: GRAVE.has(hit.rule) ? 'MEDIUM' : 'LOW',
  confidence: CONFIDENCE.high,
  title: toTitle(hit.message),
  ...(ADVICE[hit.rule] ?? ANY),
  cwe: WEAKNESSES[hit.rule] ?? null,
  dimension: null,
  extra: { effort: 'trivial', effective_go_ref: null },
});
