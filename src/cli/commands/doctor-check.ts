/**
 * Declares the type `Check`: name, status (ok, absent, error) and detail of one line that `doctor` prints. Used by doctor-command.ts,
 * check-models.ts and measure-model.ts.
 */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'absent' | 'error';
  readonly detail: string;
}
