/**
 * Lists which required parts a reviewer's answer lacks (JSON object, `findings`, `verdict`, marker lines), empty where none, so
 * that the model can be asked for them. Called by reviewers/model/review/review-agent.ts.
 */
import { parseAgentOutput } from './agent-output.ts';

const START = /^===AGENT_RESULT===[ \t]*\r?$/mu;

/** Empty where nothing is known to be missing. `end` is what ends a whole answer: its end marker, or the last field of a schema. */
export function listLacking(
  text: string,
  end: { readonly marker: string } | { readonly field: string },
): readonly string[] {
  const { format, anomalous, claimed } = parseAgentOutput(text);
  const hasResult = format === 'json';
  return [
    ...('marker' in end && !START.test(text) ? ['the line ===AGENT_RESULT==='] : []),
    ...(hasResult ? [] : ['the JSON object']),
    ...(hasResult && anomalous ? ['`findings`'] : []),
    ...(hasResult && claimed.verdict === null ? ['`verdict`'] : []),
    ...('marker' in end && !text.includes(end.marker) ? [`the line ${end.marker}`] : []),
    ...('field' in end && !text.includes(end.field) ? ['`end`'] : []),
  ];
}
