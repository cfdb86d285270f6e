/** Flags of a run that mean nothing to `triage`: hidden by triage-declaration.ts, refused by triage-command.ts. */

/** Flags that choose who reviews what, how opinions meet, or where it runs: the alarms have chosen it. */
export const NOT_FOR_TRIAGE: ReadonlySet<string> = new Set([
  'reviewers',
  'dimensions',
  'reviewerModel',
  'panel',
  'fallback',
  'protocol',
  'minAgreement',
  'verify',
  'waves',
  'acceptNotAssessed',
  'allowEmpty',
  'history',
  'record',
  'replay',
  'database',
]);
