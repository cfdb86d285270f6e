/** Languages whose blocks and lines can be told apart by text. */
export const MEASURED_LANGUAGES: readonly string[] =
  'javascript typescript tsx python go java c cpp csharp php ruby kotlin rust swift scala dart bash'.split(' ');
