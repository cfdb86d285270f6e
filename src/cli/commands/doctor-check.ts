/** One line of what `doctor` found. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'absent' | 'error';
  readonly detail: string;
}
