/**
 * Lists what a run with these settings would send and to which hosts, for `plan --show-outgoing`: models, analyzers with network and
 * telemetry, and each file with its size after redaction. Reads the files; calls nobody. Called by plan-run.ts.
 */
import { acceptFor, isAccepted } from '../analyzers/declaration.ts';
import { createReadableFiles } from '../context/tools/readable-files.ts';
import type { ListOutgoing, PlannedSending } from '../engine/list-outgoing.ts';
import { findHost } from '../models/connection.ts';
import { listPlaceholders } from '../protocol/redaction/placeholder.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import type { PlanDocument } from '../protocol/report/plan-document.ts';
import { listEndpoints } from '../telemetry/telemetry-settings.ts';
import type { ShownText } from './agent-tools.ts';
import { findInstalled, hostOf, listAllowed } from './embedded-reviewers.ts';
import { isCommand } from './model-capabilities.ts';
import { isStatic } from './open-embedding.ts';
import { createRunRedactor } from './redaction.ts';
import type { RunCall } from './run-call.ts';
import type { Settings } from './settings.ts';
import { fitNotesOf } from './shown-notes.ts';

type Outgoing = NonNullable<PlanDocument['outgoing']>;
type Host = Outgoing['hosts'][number];
type SentFile = Outgoing['files'][number];

const PROMPTS = 'prompts, the files below, and what the model asks for with its tools';
const PROMPTS_ALONE = 'prompts and the files below';

export const createListOutgoing =
  (call: RunCall, settings: Settings): ListOutgoing =>
  async (planned) => {
    const models = listAsked(planned, settings);
    const hosts = [
      ...listModelHosts(models, call, settings),
      ...listAnalyzerHosts(planned, settings),
      ...listTelemetryHosts(call),
    ];
    const files = models.length === 0 ? [] : await measureFiles(planned, call, settings);
    return {
      hosts,
      files,
      total_files: files.length,
      total_bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      on_request: models.some((name) => hasTools(name, settings)) ? await listOthers(planned, files) : [],
    };
  };

/** The fallback too, which is asked where another fails. */
const listAsked = ({ models }: PlannedSending, { config: { fallback } }: Settings): readonly string[] =>
  models.length === 0 || fallback === null ? models : [...new Set([...models, fallback])];

const hasTools = (name: string, { config }: Settings): boolean =>
  !(isCommand(name) || config.modelsWithoutTools.includes(name));

function listModelHosts(models: readonly string[], { environment }: RunCall, settings: Settings): readonly Host[] {
  const { embeddingModel } = settings.config;
  const rows = models.map((name): Host => {
    const gets = hasTools(name, settings) ? PROMPTS : PROMPTS_ALONE;
    if (isCommand(name)) return { host: null, kind: 'program', name, gets, local: false };
    return { ...locate(findHost(name, environment)), kind: 'model', name, gets };
  });
  // Only the search of agents asks for vectors.
  if (embeddingModel === null || isStatic(embeddingModel) || !models.some((name) => hasTools(name, settings)))
    return rows;
  const gets = 'what models search for, and passages of the files that match';
  return [
    ...rows,
    { ...locate(findHost(embeddingModel, environment)), kind: 'embeddings', name: embeddingModel, gets },
  ];
}

/** Programs that are installed, have a file to look at and may use the network. */
function listAnalyzerHosts({ survey }: PlannedSending, settings: Settings): readonly Host[] {
  const host = hostOf(settings);
  if (!host.mayUseNetwork) return [];
  const isInstalled = findInstalled(settings);
  return listAllowed(settings).flatMap((declaration) => {
    const contacts = declaration.program === null ? [] : (declaration.contacts?.(host) ?? []);
    const runs =
      contacts.length > 0 &&
      isInstalled(declaration) &&
      survey.files.some((file) => isAccepted(declaration, acceptFor(declaration, host), file));
    if (!runs) return [];
    return contacts.map(
      ({ host: to, gets }): Host => ({ ...locate(to), kind: 'analyzer', name: declaration.name, gets }),
    );
  });
}

const listTelemetryHosts = ({ environment }: RunCall): readonly Host[] =>
  listEndpoints(environment).map(({ variable, url }) => ({
    ...locate(URL.canParse(url) ? new URL(url).host : url),
    kind: 'telemetry',
    name: variable,
    gets: 'times, counts and names of models and analyzers; no files',
  }));

const locate = (host: string | null): Pick<Host, 'host' | 'local'> => ({
  host,
  local: host !== null && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/u.test(host),
});

/** As models see them, one after the other: what one file gives away is known in the next. */
async function measureFiles(
  { files, survey }: PlannedSending,
  { playbook, selection }: RunCall,
  settings: Settings,
): Promise<readonly SentFile[]> {
  const redactor = createRunRedactor();
  const measured: SentFile[] = [];
  const indexed = new Map(survey.files.map((file) => [file.path, file]));
  const viewText = playbook === 'review' ? await openViewText(redactor) : async () => null;
  for (const path of files) {
    const read = await survey.snapshot.read(path);
    if (read.kind !== 'text') continue;
    const file = indexed.get(path);
    const redacted = redactor.redactFile(path, read.text);
    // Of a change a model is given the hunks with what they rest on, not the file.
    const view = file === undefined ? null : await viewText(file, survey.snapshot);
    measured.push(measureText(path, read.text, view ?? redacted));
  }
  if (playbook !== 'review') return measured;
  const given = new Set(files);
  const notes = await fitNotesOf(settings, selection, redactor);
  return [
    ...measured,
    ...notes
      .filter(({ path }) => !given.has(path))
      .map(({ path, original, text }) => measureText(path, original, text)),
    ...listContext(settings),
  ];
}

/** The text of a linked issue, which was redacted when it was read. */
function listContext({ context }: Settings): readonly SentFile[] {
  if (context === undefined) return [];
  const text = context.requirements.map((point) => point.text).join('\n');
  return [{ path: context.source, bytes: Buffer.byteLength(text), secrets: listPlaceholders(text).size }];
}

async function openViewText(redactor: Redactor): Promise<ShownText> {
  return (await import('./agent-tools.ts')).createShownText(redactor);
}

function measureText(path: string, text: string, sent: string): SentFile {
  const written = listPlaceholders(text);
  const added = [...listPlaceholders(sent)].filter((placeholder) => !written.has(placeholder));
  return { path, bytes: Buffer.byteLength(sent), secrets: added.length };
}

/** What else can be read with tools, by the same rule as the tools themselves. */
async function listOthers({ survey }: PlannedSending, files: readonly SentFile[]): Promise<readonly string[]> {
  const given = new Set(files.map(({ path }) => path));
  const readable = await createReadableFiles(survey.snapshot, () => false).list('');
  return readable.filter((path) => !given.has(path));
}
