/** What all commands of the command line have in common: how a call is read, and how a mistake in it is told. */
import { Command, type CommanderError } from 'commander';
import { ReviewError } from '../errors.ts';
/** A grammar without commands. */
export declare const createGrammar: (version: string) => Command;
/** What commander throws, in our own table of errors; null where it only printed help or a version. */
export declare function toReviewError(error: CommanderError): ReviewError | null;
