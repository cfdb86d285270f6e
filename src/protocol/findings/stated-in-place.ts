/**
 * Flaws that need no flow to be true: settings, keys, versions, missing guards. What an analyzer's rule states of them for
 * certain has one severity in a review and in an audit (FACT-08).
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
