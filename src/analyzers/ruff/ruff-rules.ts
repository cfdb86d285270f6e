/**
 * Which rules of ruff speak, for whom, how loud and in which words: our selection, whatever the reviewed project configures.
 * Security rules of ruff that name a call alone are left out where our own pack follows the data (see docs).
 */
import type { Dimension } from '../../protocol/findings/dimension.ts';
import type { CONFIDENCE } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';

export interface RuffRule {
  readonly code: string;
  readonly reviewer: 'security-reviewer' | 'python-reviewer';
  readonly category: string;
  readonly severity: Severity;
  readonly confidence: keyof typeof CONFIDENCE;
  readonly cwe: string | null;
  readonly dimension: Dimension | null;
  readonly title: string;
  readonly message: string;
  readonly fix: string;
  /** Texts in which the rule cannot know. */
  readonly unless?: RegExp;
  /** The marked code must read like this. */
  readonly marked?: RegExp;
}

type Words = readonly [title: string, message: string, fix: string];

const secure = (
  code: string,
  [severity, category, cwe, dimension]: readonly [Severity, string, string, Dimension],
  [title, message, fix]: Words,
): RuffRule => ({
  code,
  reviewer: 'security-reviewer',
  category,
  severity,
  confidence: 'medium',
  cwe,
  dimension,
  title,
  message,
  fix,
});

const idiom = (
  code: string,
  [severity, category, confidence]: readonly [Severity, string, keyof typeof CONFIDENCE],
  [title, message, fix]: Words,
): RuffRule => ({
  code,
  reviewer: 'python-reviewer',
  category,
  severity,
  confidence,
  cwe: null,
  dimension: null,
  title,
  message,
  fix,
});

/** The same CWE as the rule of our pack on the same matter, so that the host sees one problem where both find it. */
const SECURITY: readonly RuffRule[] = [
  secure(
    'S304',
    ['HIGH', 'owasp', 'CWE-327', 'D7'],
    [
      'Broken or outdated cipher',
      'DES, RC4, Blowfish and their like can be broken with known means.',
      'Use an authenticated mode: `AES.new(key, AES.MODE_GCM)` or `Fernet(key)`.',
    ],
  ),
  secure(
    'S305',
    ['HIGH', 'owasp', 'CWE-327', 'D7'],
    [
      'Cipher mode that leaks patterns',
      'In ECB mode equal blocks of text give equal blocks of cipher text.',
      'Use `modes.GCM(os.urandom(12))`.',
    ],
  ),
  secure(
    'S312',
    ['MEDIUM', 'owasp', 'CWE-319', 'D6'],
    [
      'Telnet sends everything readable',
      'Names, passwords and data can be read by anyone on the way.',
      'Use SSH, for instance `paramiko.SSHClient()`.',
    ],
  ),
  secure(
    'S323',
    ['HIGH', 'owasp', 'CWE-295', 'D8'],
    [
      'Certificate check switched off',
      'Anyone on the way can read and change the traffic, because no certificate is refused.',
      'Leave it on: `ssl.create_default_context()`.',
    ],
  ),
  secure(
    'S501',
    ['HIGH', 'owasp', 'CWE-295', 'D8'],
    [
      'Certificate check switched off',
      'Anyone on the way can read and change the traffic, because no certificate is refused.',
      'Leave the check on and name your own authority: `requests.get(url, verify="ca.pem")`.',
    ],
  ),
  secure(
    'S502',
    ['MEDIUM', 'owasp', 'CWE-327', 'D7'],
    [
      'Outdated version of TLS accepted',
      'SSL 2 and 3 and TLS 1.0 and 1.1 can be broken, and an attacker on the way can force the lowest version.',
      'Ask for the new ones: `context.minimum_version = ssl.TLSVersion.TLSv1_2`.',
    ],
  ),
  secure(
    'S503',
    ['MEDIUM', 'owasp', 'CWE-327', 'D7'],
    [
      'Outdated version of TLS as default',
      'Whoever calls this without saying more gets a version that can be broken.',
      'Make `ssl.PROTOCOL_TLS_CLIENT` the default.',
    ],
  ),
  secure(
    'S505',
    ['HIGH', 'owasp', 'CWE-326', 'D7'],
    [
      'Key too short',
      'RSA and DSA keys below 2048 bits and curves below 224 bits can be broken.',
      'Use 3072 bits or a curve of 256: `rsa.generate_private_key(65537, 3072)`.',
    ],
  ),
  {
    ...secure(
      'S506',
      ['HIGH', 'owasp', 'CWE-502', 'D4'],
      [
        'YAML loaded with a loader that can run code',
        'This loader builds any Python object a document names, which runs code of whoever wrote it.',
        'Use the safe loader: `yaml.safe_load(text)`.',
      ],
    ),
    // A loader of their own is mostly made from the safe one.
    marked: /\bload(?:_all)?$|(?:^|\.)C?(?:Unsafe|Full)?Loader$/u,
  },
  secure(
    'S507',
    ['HIGH', 'owasp', 'CWE-295', 'D8'],
    [
      'SSH accepts any host key',
      'An attacker on the way can pose as the server and read everything, passwords included.',
      'Refuse unknown hosts: `client.set_missing_host_key_policy(paramiko.RejectPolicy())`.',
    ],
  ),
  secure(
    'S508',
    ['MEDIUM', 'owasp', 'CWE-319', 'D6'],
    [
      'SNMP without encryption',
      'Versions 1 and 2 send community names and data readable.',
      'Use version 3 with a user: `UsmUserData(name, auth_key, priv_key)`.',
    ],
  ),
  secure(
    'S509',
    ['MEDIUM', 'owasp', 'CWE-319', 'D6'],
    [
      'SNMP user without keys',
      'Without both keys the messages are neither authentic nor encrypted.',
      'Give both: `UsmUserData(name, auth_key, priv_key)`.',
    ],
  ),
  secure(
    'S609',
    ['HIGH', 'injection', 'CWE-78', 'D1'],
    [
      'Wildcard in a shell command',
      'A file named like an option, such as `--checkpoint-action`, becomes an option of the command.',
      'List the files yourself: `subprocess.run(["chown", "x", "--", *glob.glob("*")])`.',
    ],
  ),
  secure(
    'S612',
    ['HIGH', 'injection', 'CWE-94', 'D1'],
    [
      'Logging is configured by whoever connects',
      'What arrives on that port is evaluated, so anyone who reaches it runs code.',
      'Give `verify=` to `logging.config.listen`, or do not listen.',
    ],
  ),
  secure(
    'S702',
    ['HIGH', 'injection', 'CWE-79', 'D1'],
    [
      'Mako template without escaping',
      'Values are written into HTML as they are, so markup in them runs in the page.',
      'Switch it on: `Template(text, default_filters=["h"])`.',
    ],
  ),
];

const RESULT_FIX = 'Write what was meant, or remove the line.';

const IDIOMS: readonly RuffRule[] = [
  idiom(
    'B002',
    ['HIGH', 'control-flow', 'high'],
    [
      'Nothing is counted up',
      'Python has no `++`: this is a plus sign twice, and the value stays as it was.',
      'Write `n += 1`.',
    ],
  ),
  idiom(
    'B005',
    ['MEDIUM', 'control-flow', 'high'],
    [
      'Letters stripped one by one',
      '`strip("abc")` takes away any of these letters in any order, not that word.',
      'Use `removeprefix()` or `removesuffix()`.',
    ],
  ),
  idiom(
    'B012',
    ['HIGH', 'error-handling', 'high'],
    [
      'A jump out of `finally` drops the error',
      'Whatever was being raised is lost without a trace.',
      'Move the `return`, `break` or `continue` after the block.',
    ],
  ),
  idiom(
    'B015',
    ['MEDIUM', 'control-flow', 'high'],
    [
      'A comparison without effect',
      'The result is thrown away; an `assert`, an `if` or a single `=` was meant.',
      RESULT_FIX,
    ],
  ),
  idiom(
    'B016',
    ['HIGH', 'error-handling', 'high'],
    [
      'Raises something that is no exception',
      'Python refuses it and raises a TypeError instead of the intended error.',
      'Raise an exception: `raise ValueError("text")`.',
    ],
  ),
  idiom(
    'B020',
    ['LOW', 'naming', 'medium'],
    [
      'The loop variable replaces what is looped over',
      'After the loop, or in a second one, the name no longer stands for the list.',
      'Give the element a name of its own.',
    ],
  ),
  idiom(
    'B021',
    ['LOW', 'naming', 'high'],
    [
      'An f-string is no docstring',
      'Python ignores it as documentation and evaluates it at each call.',
      'Use a plain string.',
    ],
  ),
  idiom(
    'B022',
    ['MEDIUM', 'error-handling', 'high'],
    [
      '`suppress()` without an exception suppresses nothing',
      'The block runs as if it stood alone.',
      'Name the exception: `contextlib.suppress(FileNotFoundError)`.',
    ],
  ),
  idiom(
    'B023',
    ['MEDIUM', 'control-flow', 'medium'],
    [
      'A function of the loop sees the last value only',
      'The variable is looked up when the function runs, and by then the loop has moved on.',
      'Bind it: `lambda x=x: use(x)`.',
    ],
  ),
  idiom(
    'B025',
    ['MEDIUM', 'error-handling', 'high'],
    [
      'The same exception is caught twice',
      'The second block never runs.',
      'Join the two, or name the other exception.',
    ],
  ),
  idiom(
    'B029',
    ['HIGH', 'error-handling', 'high'],
    [
      '`except ()` catches nothing',
      'An empty list of exceptions never matches, so the block never runs.',
      'Name what may fail.',
    ],
  ),
  idiom(
    'B030',
    ['HIGH', 'error-handling', 'high'],
    [
      '`except` with something that is no exception',
      'When an error comes, Python raises a TypeError in its place.',
      'Name an exception class or a tuple of them.',
    ],
  ),
  idiom(
    'B031',
    ['MEDIUM', 'control-flow', 'medium'],
    [
      'A group of `groupby` is used twice',
      'It is an iterator: the second time it is empty.',
      'Keep it: `items = list(group)`.',
    ],
  ),
  idiom(
    'B032',
    ['MEDIUM', 'control-flow', 'high'],
    ['An annotation where an assignment was meant', 'With a colon nothing is stored.', 'Write `=`.'],
  ),
  idiom(
    'B035',
    ['MEDIUM', 'control-flow', 'high'],
    [
      'Every element has the same key',
      'Each overwrites the one before, so one entry is left.',
      'Make the key from the loop variable.',
    ],
  ),
  idiom(
    'B039',
    ['MEDIUM', 'concurrency', 'high'],
    [
      'Mutable default shared by all contexts',
      'What one task puts into it is seen by every other.',
      'Use None as default and make a new one where it is read.',
    ],
  ),
  idiom(
    'F502',
    ['HIGH', 'control-flow', 'high'],
    [
      'A format by name without names',
      'The text asks for names and gets a tuple, which fails when it runs.',
      'Give a dictionary.',
    ],
  ),
  idiom(
    'F505',
    ['HIGH', 'control-flow', 'high'],
    ['A name of the format is not given', 'Formatting fails with a KeyError when it runs.', 'Give the missing name.'],
  ),
  idiom(
    'F506',
    ['HIGH', 'control-flow', 'high'],
    ['A format mixes names and positions', 'Formatting fails when it runs.', 'Use one of the two.'],
  ),
  idiom(
    'F507',
    ['HIGH', 'control-flow', 'high'],
    [
      'Number of values does not fit the format',
      'Formatting fails with a TypeError when it runs.',
      'Give as many values as there are places.',
    ],
  ),
  idiom(
    'F509',
    ['HIGH', 'control-flow', 'high'],
    [
      'Unknown letter in a format',
      'Formatting fails with a ValueError when it runs.',
      'Use one of the known letters, such as `%s` or `%d`.',
    ],
  ),
  idiom(
    'F524',
    ['HIGH', 'control-flow', 'high'],
    [
      'A place of the format has no value',
      'Formatting fails with an IndexError or KeyError when it runs.',
      'Give the missing value.',
    ],
  ),
  idiom(
    'F601',
    ['MEDIUM', 'control-flow', 'medium'],
    ['The same key twice in a dictionary', 'The first value is lost.', 'Remove one, or mend the key.'],
  ),
  idiom(
    'F631',
    ['HIGH', 'control-flow', 'high'],
    [
      'An assertion that is always true',
      'A tuple that is not empty counts as true, so nothing is tested.',
      'Remove the brackets: `assert condition, "text"`.',
    ],
  ),
  idiom(
    'F632',
    ['MEDIUM', 'types', 'high'],
    [
      '`is` compares with a literal',
      'Whether two equal values are one object depends on the interpreter.',
      'Use `==`.',
    ],
  ),
  idiom(
    'F634',
    ['HIGH', 'control-flow', 'high'],
    [
      'A condition that is always true',
      'A tuple that is not empty counts as true.',
      'Remove the brackets or the comma.',
    ],
  ),
  idiom(
    'F702',
    ['HIGH', 'control-flow', 'high'],
    ['`continue` outside a loop', 'The file does not compile.', RESULT_FIX],
  ),
  idiom(
    'F704',
    ['HIGH', 'control-flow', 'high'],
    ['`yield` or `await` outside a function', 'The file does not compile.', RESULT_FIX],
  ),
  idiom(
    'F706',
    ['HIGH', 'control-flow', 'high'],
    ['`return` outside a function', 'The file does not compile.', RESULT_FIX],
  ),
  idiom(
    'F707',
    ['MEDIUM', 'error-handling', 'high'],
    ['A bare `except` that is not the last', 'The blocks after it can never run.', 'Move it to the end.'],
  ),
  idiom(
    'F811',
    ['LOW', 'naming', 'medium'],
    [
      'Defined again before it was used',
      'The first definition can never be reached; mostly a copy that kept its name.',
      'Rename or remove one of the two.',
    ],
  ),
  {
    ...idiom(
      'F821',
      ['MEDIUM', 'naming', 'medium'],
      [
        'Name that nothing defines',
        'The line fails with a NameError when it runs.',
        'Import or define it, or mend the spelling.',
      ],
    ),
    // Names that the file makes at run time are not to be seen.
    unless: /\b(?:globals|locals|vars)\(\)|\bexec\(|__builtins__|\bbuiltins\.__dict__/u,
  },
  idiom(
    'PLE0101',
    ['HIGH', 'interfaces', 'high'],
    ['`__init__` returns a value', 'Making an object fails with a TypeError.', 'Return nothing.'],
  ),
  idiom(
    'PLE0241',
    ['HIGH', 'interfaces', 'high'],
    ['The same base class twice', 'Defining the class fails.', RESULT_FIX],
  ),
  idiom(
    'PLE0704',
    ['LOW', 'error-handling', 'low'],
    [
      '`raise` alone outside an `except`',
      'Unless every caller handles an error already, there is none to raise again and a RuntimeError comes instead.',
      'Name the exception.',
    ],
  ),
  idiom(
    'PLE1142',
    ['HIGH', 'concurrency', 'high'],
    ['`await` outside an async function', 'The file does not compile.', 'Make the function `async`.'],
  ),
  idiom(
    'PLE1205',
    ['MEDIUM', 'error-handling', 'high'],
    [
      'More values than the log message takes',
      'The entry is lost: logging prints its own error instead.',
      'Add a `%s` for each value.',
    ],
  ),
  idiom(
    'PLE1206',
    ['MEDIUM', 'error-handling', 'high'],
    [
      'Fewer values than the log message takes',
      'The entry is lost: logging prints its own error instead.',
      'Give a value for each `%s`.',
    ],
  ),
  idiom(
    'PLE1307',
    ['HIGH', 'types', 'high'],
    [
      'Value does not fit the letter of the format',
      'Formatting fails with a TypeError when it runs.',
      'Use `%s`, or convert the value.',
    ],
  ),
  idiom(
    'PLE1310',
    ['MEDIUM', 'control-flow', 'high'],
    [
      'A letter is stripped twice',
      '`strip` takes a set of letters, not a word, so a letter given twice shows a misunderstanding.',
      'Use `removeprefix()` or `removesuffix()`.',
    ],
  ),
  idiom(
    'PLE2502',
    ['HIGH', 'naming', 'high'],
    [
      'Invisible sign turns the direction of text',
      'What people read here is not what Python runs.',
      'Remove the sign.',
    ],
  ),
  idiom(
    'PLW0129',
    ['MEDIUM', 'control-flow', 'high'],
    [
      'An assertion on a text',
      'A text that is not empty counts as true, so nothing is tested.',
      'Assert the condition, and put the text after a comma.',
    ],
  ),
  idiom(
    'PLW0133',
    ['HIGH', 'error-handling', 'high'],
    [
      'An exception is made but not raised',
      'The error is thrown away and the program goes on.',
      'Write `raise` before it.',
    ],
  ),
  idiom(
    'PLW0245',
    ['MEDIUM', 'interfaces', 'high'],
    [
      '`super` without brackets',
      'This is a method of the type itself, not of the base class.',
      'Write `super().method()`.',
    ],
  ),
  idiom(
    'PLW0406',
    ['MEDIUM', 'interfaces', 'high'],
    ['A module imports itself', 'It sees only half of itself.', RESULT_FIX],
  ),
  idiom(
    'PLW0711',
    ['HIGH', 'error-handling', 'high'],
    [
      '`except A or B` catches A alone',
      '`or` yields the first class, so the other is not caught.',
      'Use a tuple: `except (A, B)`.',
    ],
  ),
  idiom(
    'PLW1501',
    ['HIGH', 'resources', 'high'],
    [
      'File opened with a mode that does not exist',
      'Opening fails with a ValueError when it runs.',
      'Use one of `r`, `w`, `a`, `x`, with `b` or `+`.',
    ],
  ),
  idiom(
    'PLW1509',
    ['MEDIUM', 'concurrency', 'high'],
    [
      '`preexec_fn` with threads can lock up',
      'It runs between fork and exec, where a lock held by another thread is never released.',
      'Use `start_new_session`, `process_group` or `user`.',
    ],
  ),
  idiom(
    'PLW2101',
    ['HIGH', 'concurrency', 'high'],
    [
      'A lock that protects nothing',
      'The lock is made anew for each `with`, so nobody else can ever hold it.',
      'Make it once and share it.',
    ],
  ),
  idiom(
    'ASYNC210',
    ['MEDIUM', 'concurrency', 'high'],
    [
      'A blocking request stops all tasks',
      'While it waits for the answer the event loop does nothing else.',
      'Use an async client: `await httpx.AsyncClient().get(url)`.',
    ],
  ),
  idiom(
    'ASYNC220',
    ['MEDIUM', 'concurrency', 'high'],
    [
      'A process started in a blocking way stops all tasks',
      'The event loop does nothing else meanwhile.',
      'Use `await asyncio.create_subprocess_exec(...)`.',
    ],
  ),
  idiom(
    'ASYNC221',
    ['MEDIUM', 'concurrency', 'high'],
    [
      'Waiting for a process stops all tasks',
      'The event loop does nothing else meanwhile.',
      'Use `await asyncio.create_subprocess_exec(...)`.',
    ],
  ),
  idiom(
    'ASYNC251',
    ['HIGH', 'concurrency', 'high'],
    [
      '`time.sleep` stops all tasks',
      'The event loop sleeps, not this task alone.',
      'Use `await asyncio.sleep(seconds)`.',
    ],
  ),
  idiom(
    'RUF006',
    ['MEDIUM', 'concurrency', 'high'],
    [
      'A task that nobody holds',
      'The loop keeps a weak reference only, so the task may vanish in the middle, and its errors are lost.',
      'Keep it: `tasks.add(task)`, or use a TaskGroup.',
    ],
  ),
  idiom(
    'RUF008',
    ['HIGH', 'control-flow', 'high'],
    [
      'Mutable default shared by all objects',
      'What one object puts into it is there in every other.',
      'Use `field(default_factory=list)`.',
    ],
  ),
  idiom('RUF016', ['HIGH', 'types', 'high'], ['Index of a wrong type', 'The line fails with a TypeError.', RESULT_FIX]),
  idiom(
    'RUF024',
    ['MEDIUM', 'control-flow', 'high'],
    [
      'All keys share one mutable value',
      'What is put in under one key is there under all.',
      'Use `{key: [] for key in keys}`.',
    ],
  ),
  idiom(
    'RUF034',
    ['MEDIUM', 'control-flow', 'high'],
    ['Both branches are the same', 'The condition decides nothing; mostly one branch was meant to differ.', RESULT_FIX],
  ),
  idiom(
    'S112',
    ['LOW', 'error-handling', 'high'],
    [
      'Error swallowed by except and continue',
      'Every failure of an element leaves no trace.',
      'Name what may fail, and log what was left out.',
    ],
  ),
  idiom(
    'S113',
    ['MEDIUM', 'resources', 'high'],
    [
      'Request without a timeout',
      'If the other side never answers, this call waits for ever and holds its thread.',
      'Say how long: `requests.get(url, timeout=10)`.',
    ],
  ),
  idiom(
    'E722',
    ['LOW', 'error-handling', 'high'],
    [
      'Bare `except` also catches the end of the program',
      'Ctrl-C and `sys.exit()` are caught like errors.',
      'Write `except Exception`, or what may really fail.',
    ],
  ),
];

export const RUFF_RULES: ReadonlyMap<string, RuffRule> = new Map(
  [...SECURITY, ...IDIOMS].map((rule) => [rule.code, rule]),
);
