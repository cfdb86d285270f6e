/**
 * Reads the JSON text of a dataset (changes with known problems as labels) in our own format or that of the public sets `martian`
 * and `aacr` into one type; what does not fit is returned as a reason, never thrown. Called by cli/commands/evaluate-command.ts.
 * See docs/detection.md.
 */
import { z } from 'zod';
import { DATASET_SCHEMA } from '../report/document-names.ts';

const line = z.int().min(1);

const labelSchema = z
  .object({
    path: z.string().nullable().default(null).describe('Null where the set does not say: then words decide.'),
    start_line: line.nullable().default(null),
    end_line: line.nullable().default(null),
    severity: z.string().nullable().default(null).describe('For readers.'),
    note: z.string().describe('What the problem is.'),
  })
  .strict();

const changeSchema = z
  .object({
    id: z.string().min(1).describe('Unique in the set.'),
    repository: z
      .string()
      .default('.')
      .describe('Folder with the git repository, relative to the dataset or to --repositories.'),
    commit: z.string().min(1).optional().describe('The change; or `base` and `head`.'),
    base: z.string().min(1).optional(),
    head: z.string().min(1).optional(),
    labels: z.array(labelSchema).describe('Its known problems.'),
  })
  .strict()
  .refine(({ commit, base, head }) => (commit === undefined) === (base !== undefined && head !== undefined), {
    message: 'either commit, or base and head',
  });

export const datasetSchema = z
  .object({ schema: z.literal(DATASET_SCHEMA), name: z.string().min(1), changes: z.array(changeSchema) })
  .strict();

/** Labels are found by the id of their change: of two with one id, one would be scored by the labels of the other. */
function findTwice({ changes }: Dataset): string | null {
  const ids = changes.map(({ id }) => id);
  return ids.find((id, i) => ids.indexOf(id) !== i) ?? null;
}

const accept = (dataset: Dataset): DatasetReading => {
  const twice = findTwice(dataset);
  return twice === null
    ? { kind: 'dataset', dataset }
    : { kind: 'unusable', reason: `two changes have the id ${JSON.stringify(twice)}` };
};

export type Label = z.infer<typeof labelSchema>;
export type EvaluatedChange = z.infer<typeof changeSchema>;
export type Dataset = z.infer<typeof datasetSchema>;

export type DatasetReading =
  | { readonly kind: 'dataset'; readonly dataset: Dataset }
  | { readonly kind: 'unusable'; readonly reason: string };

/** Golden comments of withmartian/code-review-benchmark, joined to one file; without paths, so a checkout of each pull request is needed. */
const martianSchema = z.object({
  source: z.literal('withmartian/code-review-benchmark'),
  pulls: z.array(
    z.object({
      id: z.string(),
      repo: z.string(),
      golden: z.array(z.object({ severity: z.string().nullable().default(null), comment: z.string() })),
    }),
  ),
});

/** A file of its `offline/golden_comments`, as it is published: pull requests by their address. */
const goldenSchema = z.array(
  z.object({
    pr_title: z.string(),
    url: z.string().regex(/^https:\/\/github\.com\/(?!\.)[\w.-]+\/(?!\.)[\w.-]+\/pull\/\d+$/u),
    comments: z.array(z.object({ comment: z.string(), severity: z.string().nullable().default(null) })),
  }),
);

/** Under the names that our joined file has; each pull request is `OWNER/NAME/pull/NUMBER`. */
const joinGolden = (pulls: z.infer<typeof goldenSchema>): z.infer<typeof martianSchema> => ({
  source: 'withmartian/code-review-benchmark',
  pulls: pulls.map(({ url, comments }) => {
    const id = url.slice('https://github.com/'.length);
    return { id, repo: id, golden: comments };
  }),
});

/** alibaba/aacr-bench: comments with lines; those on the left side are about removed lines and have no place in the new text. */
const aacrSchema = z.object({
  source: z.literal('alibaba/aacr-bench'),
  pulls: z.array(
    z.object({
      url: z.string(),
      repo: z.string(),
      head_commit: z.string(),
      base_commit: z.string(),
      comments: z.array(
        z.object({
          path: z.string(),
          side: z.string(),
          from_line: line.nullable(),
          to_line: line.nullable(),
          accepted: z.boolean(),
          note: z.string(),
        }),
      ),
    }),
  ),
});

const fromMartian = ({ pulls }: z.infer<typeof martianSchema>): Dataset => ({
  schema: DATASET_SCHEMA,
  name: 'martian',
  changes: pulls.map(({ id, golden }) => ({
    id,
    repository: id,
    base: 'base',
    head: 'head',
    labels: golden.map(({ severity, comment }) => ({
      path: null,
      start_line: null,
      end_line: null,
      severity,
      note: comment,
    })),
  })),
});

const fromAacr = ({ pulls }: z.infer<typeof aacrSchema>): Dataset => ({
  schema: DATASET_SCHEMA,
  name: 'aacr',
  changes: pulls.map(({ url, repo, head_commit, base_commit, comments }) => ({
    id: url,
    repository: repo,
    base: base_commit,
    head: head_commit,
    labels: comments
      .filter(({ accepted, side }) => accepted && side !== 'left')
      .map(({ path, from_line, to_line, note }) => ({
        path,
        start_line: from_line ?? to_line,
        end_line: to_line ?? from_line,
        severity: null,
        note,
      })),
  })),
});

/** Text of a dataset file, in any of the known formats. */
export function readDataset(text: string): DatasetReading {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { kind: 'unusable', reason: 'it is not JSON' };
  }
  const martian = martianSchema.safeParse(data);
  if (martian.success) return accept(fromMartian(martian.data));
  const golden = goldenSchema.safeParse(data);
  if (golden.success && golden.data.length > 0) return accept(fromMartian(joinGolden(golden.data)));
  const aacr = aacrSchema.safeParse(data);
  if (aacr.success) return accept(fromAacr(aacr.data));
  const own = datasetSchema.safeParse(data);
  return own.success
    ? accept(own.data)
    : { kind: 'unusable', reason: z.prettifyError(own.error).split('\n').slice(0, 4).join('; ') };
}
