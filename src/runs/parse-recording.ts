/**
 * Parses the text of a recorded run (`--record`) line by line into a `ParsedRecording`, or returns in words what is wrong with it.
 * Loaded by open-recording.ts for a replay.
 */
import { type ParsedRecording, RECORDING_SCHEMA } from './recording-file.ts';
import { type RecordingLine, recordingLineSchema } from './recording-schema.ts';

const parseLine = (text: string): RecordingLine | null => {
  try {
    return recordingLineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

/** The recording, or in words why it is none. */
export function parseRecording(text: string): ParsedRecording | string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map(parseLine);
  const broken = parsed.indexOf(null);
  const [head] = parsed;
  const maker = head?.kind === 'head' ? ` that this version can read; version ${head.version} made it` : '';
  if (broken >= 0) return `line ${broken + 1} is not a line of a recording${maker}`;
  if (head?.kind !== 'head' || head.schema !== RECORDING_SCHEMA)
    return `the first line is not the head of ${RECORDING_SCHEMA}`;
  const end = parsed.findLast((line) => line?.kind === 'end');
  if (end?.kind !== 'end') return 'the recording has no end: the run that made it was interrupted';
  const scope = parsed.find((line) => line?.kind === 'scope');
  const semgrep = parsed.find((line) => line?.kind === 'semgrep');
  return {
    head,
    scope: scope?.kind === 'scope' ? scope.files : {},
    nonces: new Map(parsed.flatMap((line) => (line?.kind === 'nonce' ? [[line.key, line.word] as const] : []))),
    analyses: parsed.flatMap((line) => (line?.kind === 'analysis' ? [line] : [])),
    semgrep: semgrep?.kind === 'semgrep' ? semgrep.scan : null,
    calls: parsed.flatMap((line) => (line?.kind === 'call' ? [line.call] : [])),
    steps: new Map(parsed.flatMap((line) => (line?.kind === 'step' ? [[line.key, line.value] as const] : []))),
    finishedAt: end.finishedAt,
  };
}
