/**
 * Declares the analyzer `configuration`, entered in list.ts: files that build, deploy and configure (Docker, CI
 * pipelines, Kubernetes, cloud templates, settings).
 */
import type { OwnDeclaration } from '../declaration.ts';
import { isConfiguration } from './configuration-files.ts';

export const configuration: OwnDeclaration = {
  name: 'configuration',
  reads: 'Dockerfiles, makefiles, CI workflows, Compose, Kubernetes, Terraform and settings files',
  reviewers: { 'security-reviewer': [] },
  program: null,
  package: null,
  runsOn: 'process',
  vouches: true,
  accepts: isConfiguration,
  load: async () => (await import('./configuration.ts')).scanConfiguration,
};
