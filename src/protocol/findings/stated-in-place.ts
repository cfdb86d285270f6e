/**
 * Tells whether a finding needs no data flow to be true (settings, keys, versions, missing guards: any dimension but those of
 * sinks), and whether an analyzer's rule states it for sure (FACT-08). Called by engine/audit/rate-findings.ts and
 * reviewers/embedded/audit/.
 */
import { isOfTrack } from './dimension.ts';
import { CONFIDENCE, type Finding } from './finding.ts';
import { isMeasured } from './standing.ts';

/** It lies in one place: no data has to get there. */
export const needsNoFlow = ({ dimension }: Pick<Finding, 'dimension'>): boolean =>
  dimension !== null && !isOfTrack(dimension, 'sink');

/** A rule read it there itself, and is sure of it. */
export const isStatedInPlace = (finding: Finding): boolean =>
  needsNoFlow(finding) && isMeasured(finding) && finding.confidence >= CONFIDENCE.high;
