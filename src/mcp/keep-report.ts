/**
 * Writes a report as JSON into the state folder and returns its path, which a tool replies instead of the report (HOST-14). Called by
 * review-tools.ts and run-tool.ts.
 */
import { join } from 'node:path';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { renderReport } from '../report/formats.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { replaceFile } from '../storage/replace-file.ts';
import type { ProjectAccess } from './open-project.ts';

/** In the state folder, never in the reviewed one; null where nothing is kept. */
export async function keepReport(report: ReportDocument, access: ProjectAccess): Promise<string | null> {
  if (access.stateDir === null) return null;
  const folder = join(access.stateDir, 'reviews');
  const path = join(folder, `${report.run.id}.json`);
  try {
    makeFolder(folder);
    await replaceFile(path, await renderReport('json', report, { color: false, width: 100, verbose: false }), 0o600);
    return path;
  } catch (error) {
    access.warn(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
