/** What builds, deploys and configures. */
import type { OwnDeclaration } from '../declaration.ts';
import { isConfiguration } from './configuration-files.ts';

export const configuration: OwnDeclaration = {
  name: 'configuration',
  reads: 'Dockerfiles, CI workflows, Compose, Kubernetes, Terraform and settings files',
  reviewers: { 'security-reviewer': [] },
  program: null,
  package: null,
  runsOn: 'process',
  vouches: true,
  accepts: isConfiguration,
  load: async () => (await import('./configuration.ts')).scanConfiguration,
};
