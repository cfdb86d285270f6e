/**
 * Builds the section of a page on attack chains: those that were followed, step by step, then findings that merely fit a pattern.
 * Called by review-page.ts and audit-page.ts.
 */
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { type CandidateChains, describeLink, groupCandidates, type ReportChain } from '../audit-chains.ts';
import { facts, list, listItems, type Page, quiet, section, toned } from '../blocks.ts';
import { plural } from '../numbers.ts';

export const writeChains = (report: ReportDocument): Page =>
  section('Attack Chains', [
    ...report.attack_chains.filter(({ standing }) => standing !== 'candidate').flatMap(writeChain),
    ...groupCandidates(report).flatMap(writeCandidates),
  ]);

const writeChain = (chain: ReportChain): Page =>
  section(
    [toned(chain.severity, chain.severity), ` ${chain.id}: ${chain.title} (${chain.findings.join(' + ')})`],
    [
      ...list(chain.steps, { isOrdered: true }),
      ...facts([
        ['Needs', chain.preconditions.join('; ')],
        ['Link', describeLink(chain)],
        ['Together', chain.amplification],
      ]),
    ],
  );

const LISTED_STEPS = 5;

/** Findings that fit a pattern; any of them can take its step. */
function writeCandidates(group: CandidateChains): Page {
  const choose = (text: string, steps: readonly string[]) => ({
    text,
    list: {
      kind: 'list' as const,
      items: steps.map((step) => ({ text: step })),
      brief: { most: LISTED_STEPS, noun: 'findings' },
    },
  });
  return section(
    [
      'Candidate, ',
      toned(group.severity, group.severity),
      ` if it holds: ${group.title} `,
      quiet(`(${plural(group.pairs, 'pair')})`),
    ],
    [
      ...listItems([choose('one of', group.openers), choose('then one of', group.followers)], { isOrdered: true }),
      ...facts([
        ['Needs', group.preconditions.join('; ')],
        ['Link', 'not shown: the findings fit a pattern'],
        ['Together', group.amplification],
      ]),
    ],
  );
}
