import type { ReviewEvent } from '../../ports.ts';
import type { Conversation, TalkEnd } from './talk.ts';
export declare function converse(talk: Conversation): AsyncGenerator<ReviewEvent, TalkEnd>;
