import { type TurnEnd } from '../protocol/turn-outcome.ts';
import type { AskModel, Question } from '../reviewers/model/talk.ts';
export interface ScriptedTurn {
    /** Written in these pieces. */
    readonly says?: readonly string[] | ((question: Question) => readonly string[]);
    readonly calls?: readonly {
        readonly name: string;
        readonly args: unknown;
    }[];
    /** How it ends where it is no reply. */
    readonly end?: Exclude<TurnEnd, {
        kind: 'replied';
    }>;
    /** The call is not even made. */
    readonly denied?: true;
}
export interface ScriptedModel {
    readonly ask: AskModel;
    readonly questions: readonly Question[];
    assertPlayed(): void;
}
export declare function createScriptedModel(turns: readonly ScriptedTurn[]): ScriptedModel;
