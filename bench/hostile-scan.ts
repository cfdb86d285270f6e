/** One analyzer over one hostile shape in growing sizes; prints the processor time of each. Started by bench/hostile-text.ts. */
import { BARE_HOST } from '../src/analyzers/declaration.ts';
import { ANALYZERS } from '../src/analyzers/list.ts';
import { openAnalyzer } from '../src/analyzers/open-analyzer.ts';
import { detectLanguage } from '../src/protocol/source/language.ts';
import { createMemoryRepository } from '../src/testing/memory-repository.ts';
import { HOSTILE_SHAPES, type HostileShape } from '../test/support/hostile-text.ts';

const [name = '', first = '', sizes = ''] = process.argv.slice(2);
const declaration = ANALYZERS.find((each) => each.name === name);
if (declaration === undefined) throw new Error(`no analyzer is called ${name}`);
const analyzer = openAnalyzer(declaration, BARE_HOST);
const rules = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 100_000_000 };

async function scan({ path }: HostileShape, text: string): Promise<{ ms: number; said: string }> {
  const snapshot = await createMemoryRepository({ [path]: text }).open({ kind: 'all' }, rules);
  const file = { path, text, language: detectLanguage(path)?.name ?? null, changed: null };
  const before = process.cpuUsage();
  const outcome = await analyzer.scan([file], snapshot, new AbortController().signal);
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, said: `${outcome.status} ${outcome.reason ?? ''}`.slice(0, 150) };
}

const shapes = HOSTILE_SHAPES.slice(Number(first)).filter(({ path }) => {
  const language = detectLanguage(path)?.name ?? null;
  return analyzer.reviewers.some((reviewer) => analyzer.accepts(path, language, reviewer));
});
const warmed = new Set<string>();
for (const shape of shapes) {
  const at = HOSTILE_SHAPES.indexOf(shape);
  process.stdout.write(`${JSON.stringify({ at, name: shape.name })}\n`);
  const extension = shape.path.slice(shape.path.lastIndexOf('.'));
  for (let i = 0; i < 3 && !warmed.has(extension); i += 1) await scan(shape, shape.make(2_000));
  warmed.add(extension);
  for (const size of sizes.split(',')) {
    const { ms, said } = await scan(shape, shape.make(Number(size)));
    process.stdout.write(`${JSON.stringify({ at, name: shape.name, size: Number(size), ms, said })}\n`);
    if (ms > 4000) break;
  }
}
