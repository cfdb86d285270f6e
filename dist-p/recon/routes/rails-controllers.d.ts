/** Filters of Rails controllers: `before_action :authenticate_user!, only: [:create]`, inherited and skipped ones too. */
import type { SourceOutline } from '../../outline-port.ts';
import type { ProjectSymbols } from '../project-symbols.ts';
import { type GuardDraft } from './route-draft.ts';
export declare function controllerGuards(symbols: ProjectSymbols, file: SourceOutline, className: string, action: string): readonly GuardDraft[];
