/**
 * Declares the analyzer `code-quality`, entered in list.ts: complexity, size, unused names and changes without tests.
 */
import type { OwnDeclaration } from '../declaration.ts';
import { MEASURED_LANGUAGES } from '../source-text/measured-files.ts';

export const codeQuality: OwnDeclaration = {
  name: 'code-quality',
  reads: 'JavaScript, TypeScript, Python, Go, Java, C, C++, C#, PHP, Ruby, Kotlin, Rust, Swift, Scala, Dart, Bash',
  reviewers: { 'code-quality-reviewer': MEASURED_LANGUAGES },
  program: null,
  package: null,
  runsOn: 'process',
  vouches: true,
  load: async () => (await import('./code-quality.ts')).scanCodeQuality,
};
