/**
 * Makes what the engine needs to reuse reviews of earlier runs: the cache with a hash of program version, rules and settings that
 * decide what is found (`createReuse`, called by stored-runs.ts), and for a plan the models with the hash of their question
 * (`createPlannedMembers`, called by review-ports.ts).
 */
import { createHash } from 'node:crypto';
import { readRuleIndex } from '../analyzers/ast-grep/rule-pack.ts';
import type { MemberDriver } from '../engine/review/panel-members.ts';
import { readName } from '../models/connection.ts';
import type { Reuse, ReviewCache } from '../ports/review-cache.ts';
import type { ReviewerProfile } from '../protocol/reviewers/reviewer.ts';
import { isHostModel, modelsFor } from '../protocol/reviewers/reviewer-models.ts';
import type { Note } from '../protocol/text/shorten-notes.ts';
import { countParts } from '../reviewers/model/review/checklist.ts';
import { describeQuestion } from '../reviewers/model/review/question-key.ts';
import type { Config } from './config.ts';
import { type KnownServers, limitsOf } from './local-servers.ts';
import { describeCapabilities, isCommand } from './model-capabilities.ts';
import type { Settings } from './settings.ts';

export interface RunReuse extends Reuse {
  /** Of the analyzers, their rules and the settings that decide what is found. */
  readonly rules: string;
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

type ReuseSettings = Pick<Settings, 'config' | 'ownRules'>;

/** Analyzers tell the model where to look, so their rules are part of its question; the version stands for all of our code. */
function hashRules({ config, ownRules }: ReuseSettings, version: string): string {
  const { externalAnalyzers, semgrepRules, projectKind, advisoryDatabase, allowNetwork, complexity, commands } = config;
  const settings = {
    externalAnalyzers,
    semgrepRules,
    projectKind,
    advisoryDatabase,
    allowNetwork,
    complexity,
    commands,
  };
  return hashText(
    JSON.stringify([version, readRuleIndex().hash, settings, ...(ownRules === null ? [] : [ownRules.hash])]),
  );
}

export function createReuse(
  reviewCache: ReviewCache,
  { settings, root, version }: { readonly settings: ReuseSettings; readonly root: string; readonly version: string },
  mayReadCache: boolean,
): RunReuse {
  return { reviewCache, mayReadCache, owner: root, hash: hashText, rules: hashRules(settings, version) };
}

const EMBEDDED = 'embedded';

/** The panel members of a plan: no model is called, but each question is known. */
export const createPlannedMembers =
  (config: Config, guidance: readonly Note[], rules: string, servers: KnownServers) =>
  (reviewer: ReviewerProfile): readonly MemberDriver[] =>
    modelsFor(reviewer, config).map((name) => {
      if (name === EMBEDDED) return { name, hasContext: false };
      // A wrong name is said here as it is by the run.
      if (!isCommand(name) && !isHostModel(name)) readName(name);
      const terms = { ...describeCapabilities(name, config, servers), guidance, rules };
      const limits = limitsOf(name, config, servers);
      const bound = limits === null ? {} : { limits };
      const passes = terms.splitsChecklists === true ? { passes: countParts } : {};
      return { name, hasContext: true, ...bound, ...passes, question: (own) => describeQuestion(own, terms) };
    });
