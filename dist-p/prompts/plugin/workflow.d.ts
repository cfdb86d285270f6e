/**
 * `commands/consensus-review.md` and `skills/consensus-review/SKILL.md`: the coordinator's two doors (PLUGIN-01, PLUGIN-02).
 * The host gives both the same name, so the command is for people alone and the skill for the model alone.
 */
import { type Release } from './host.ts';
export declare const formatCommand: (release: Release) => string;
export declare const formatSkill: (release: Release) => string;
