/**
 * Runs the rules of secretlint's recommended preset on a text and returns their messages with ranges. Takes the place of secretlint's own
 * runner, without configuration files, log, profiler and the rule by which comments silence others. Called by secretlint.ts.
 */
import { rules as PRESET } from '@secretlint/secretlint-rule-preset-recommend';

export interface RuleMessage {
  readonly ruleId: string;
  readonly messageId: string;
  readonly docsUrl: string | null;
  readonly range: readonly [number, number];
  /** What was found, by a name of the rule's own. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What is reported of a secret, in the words of its rule. */
interface Told {
  readonly message: string;
  readonly messageId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Format = (data: never) => string;
type Messages = Readonly<Record<string, Format | { readonly en: Format }>>;

interface RuleContext {
  readonly sharedOptions: object;
  createTranslator(messages: Messages): (messageId: string, data?: Told['data']) => Told;
  ignore(): void;
  report(found: { readonly message: Told; readonly range: readonly [number, number] }): void;
}

/** As secretlint declares it, as far as it is used. */
interface Rule {
  readonly meta: { readonly id: string; readonly docs?: { readonly url?: string } };
  create(context: RuleContext, options: object): { file?(source: object): void | Promise<void> };
}

const SILENCES = '@secretlint/secretlint-rule-filter-comments';
const OPTIONS: Readonly<Record<string, object>> = { '@secretlint/secretlint-rule-aws': { enableIDScanRule: true } };
/** Wanted for nothing but the scan for identifiers that comes with it. */
const LEFT_OUT = 'AWSAccountID';
const BYTE_ORDER_MARK = '\uFEFF';

const RULES = (PRESET as unknown as readonly Rule[]).filter(({ meta }) => meta.id !== SILENCES);

/** In the order of the text, each once. Ranges are those of the text without its byte order mark. */
export async function runSecretRules(path: string, text: string): Promise<readonly RuleMessage[]> {
  const content = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const source = { content, filePath: path, ext: '', contentType: 'text' };
  const found = new Map<string, RuleMessage>();
  await Promise.all(
    RULES.map(async ({ meta, create }) => {
      const context: RuleContext = {
        sharedOptions: {},
        createTranslator: translate,
        ignore: () => undefined,
        report({ message: { message, messageId, data }, range }) {
          if (messageId === LEFT_OUT) return;
          const key = `${range[0]} ${range[1]} ${message}`;
          const docsUrl = meta.docs?.url === undefined ? null : `${meta.docs.url}#${messageId}`;
          // Of the same told twice the last counts.
          found.delete(key);
          found.set(key, { ruleId: meta.id, messageId, docsUrl, range, data });
        },
      };
      await create(context, OPTIONS[meta.id] ?? {}).file?.(source);
    }),
  );
  return [...found.values()].toSorted((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1]);
}

function translate(messages: Messages): (messageId: string, data?: Told['data']) => Told {
  return (messageId, data = {}) => {
    const format = messages[messageId];
    const write = typeof format === 'function' ? format : format?.en;
    return { message: write?.(data as never) ?? messageId, messageId, data };
  };
}
