/**
 * Runs phase 1 of an audit, everything before the first agent: surveys the scope and the project, judges the recon, plans the first
 * round, and returns the first state. Called by run-audit.ts, by plan-document.ts for `plan audit`, and by fleet/audit-tasks.ts on a
 * worker.
 */
import { ReviewError } from '../../errors.ts';
import { startAudit } from '../../protocol/rounds/audit-phases.ts';
import { type AuditRecon, placeOf } from '../../protocol/rounds/audit-recon.ts';
import { judgeRecon, RECON_RETRIES, type ReconVerdict } from '../../protocol/rounds/recon-gate.ts';
import { countLanguages, explainNoFiles, type Survey, type SurveyPorts, surveyScope } from '../survey.ts';
import { addMarker, say } from './audit-log.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
import { type CellPaths, planAudit } from './plan-audit.ts';

/** Why there is nothing to audit, which is fine; null where there is. Throws where it is not fine. */
export const explainNoAudit = (survey: Survey, { allowsEmpty = false }: AuditRequest): string | null =>
  survey.isCut ? null : explainNoFiles(survey, allowsEmpty);

/** Scope and recon are finished though the user stopped the run, for its report; the deadline ends them. */
export async function prepareAudit(
  request: AuditRequest,
  ports: Pick<AuditPorts, 'repository' | 'index' | 'emit' | 'surveyProject'> & Pick<SurveyPorts, 'signal' | 'listsAll'>,
): Promise<AuditState> {
  const mode = say(ports, { kind: 'mode', mode: request.mode });
  const whole = await surveyScope(
    { selection: request.selection, rules: request.rules, roster: [], reviewerNames: null },
    { ...ports, finishes: true },
  );
  const survey = limitToCells(whole, request);
  explainNoAudit(survey, request);
  // Recon sees the whole scope even where cells are asked for: a call into a cell may come from anywhere.
  const recon = await ports.surveyProject(whole.files, whole.snapshot);
  const verdict = judgeSurvey(recon);
  const found = say(ports, {
    kind: 'recon',
    text: `modules:${recon.modules.length} entry_points:${recon.entryPoints.length} dependencies:${recon.dependencies.length} ${verdict.kind}`,
  });
  // What the languages and frameworks of the project call for; agents load from these (TURNS-01).
  const loaded = say(ports, { kind: 'loaded', text: recon.documents.join(',') || 'none' });
  ports.emit({
    kind: 'recon',
    modules: recon.modules.length,
    entryPoints: recon.entryPoints.length,
    dependencies: recon.dependencies.length,
    loc: survey.loc,
    isLibrary: recon.isLibrary,
  });
  const plan = planAudit({
    mode: request.mode,
    files: survey.files,
    loc: survey.loc,
    recon,
    dimensions: askedDimensions(request),
    requestedAgents: request.agents,
    cellPaths: listCellPaths(survey, request),
  });
  const hands = plan.agents.map(({ dimensions }) => dimensions.join('+')).join(' ');
  const planned = say(ports, { kind: 'plan', text: `agents:${plan.agents.length} ${hands}` });
  const state: AuditState = {
    survey,
    recon,
    plan,
    progress: startAudit(request.mode),
    registry: [],
    hunts: [],
    rounds: [],
    baseline: null,
    markers: [],
    transcript: [mode, found, loaded, planned],
    restartUsed: false,
    huntFailure: null,
    transferWarnings: [],
    signals: [],
  };
  return addReconMarker(state, verdict, ports);
}

/** The host reads the files the same way however often it is asked: its one attempt is its last. */
export const judgeSurvey = (recon: AuditRecon): ReconVerdict =>
  judgeRecon(
    {
      modules: recon.modules.map(({ name }) => name),
      entryPoints: recon.entryPoints.map(placeOf),
      dependencies: recon.dependencies,
    },
    RECON_RETRIES + 1,
  );

function addReconMarker(state: AuditState, verdict: ReconVerdict, ports: Pick<AuditPorts, 'emit'>): AuditState {
  const { recon } = state;
  const missing = verdict.kind === 'accepted' ? [] : verdict.missing;
  return addMarker(
    state,
    {
      phase: '1',
      status: missing.length === 0 ? 'completed' : 'partial',
      next: '2',
      evidence: {
        modules: String(recon.modules.length),
        entry_points: String(recon.entryPoints.length),
        dependencies: String(recon.dependencies.length),
        ...(missing.length === 0 ? {} : { missing: missing.join('+') }),
      },
    },
    ports,
  );
}

export const askedDimensions = ({ dimensions, cells }: AuditRequest): AuditRequest['dimensions'] =>
  cells === null ? dimensions : [...new Set(cells.map(({ dimension }) => dimension))];

function listCellPaths({ files }: Survey, { cells, isInCell }: AuditRequest): CellPaths | null {
  if (cells === null) return null;
  return Object.fromEntries(
    [...Map.groupBy(cells, ({ dimension }) => dimension)].map(([dimension, own]) => [
      dimension,
      files.map(({ path }) => path).filter((path) => own.some((cell) => isInCell(cell, path))),
    ]),
  );
}

function limitToCells(survey: Survey, { cells, isInCell }: AuditRequest): Survey {
  if (cells === null) return survey;
  const files = survey.files.filter(({ path }) => cells.some((cell) => isInCell(cell, path)));
  if (files.length === 0 && survey.files.length > 0) {
    const names = cells.map(({ dimension, glob }) => `${dimension}:${glob}`).join(',');
    throw new ReviewError('empty-scope', `no file of ${survey.snapshot.selection} matches --cells ${names}.`);
  }
  return {
    ...survey,
    files,
    totalTokens: files.reduce((sum, file) => sum + file.tokens, 0),
    loc: files.reduce((sum, file) => sum + file.loc, 0),
    languages: countLanguages(files),
  };
}
