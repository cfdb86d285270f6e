/**
 * The Forge port (GitHub, GitLab): reads a pull request and what was posted before, and posts a report as one summary, remarks at
 * lines and a commit status; it can approve nothing. Implemented in forges/, used by cli/post-report.ts.
 */
import type { NewRemark, PostedRemark, PostStatus, Pull } from '../protocol/report/pull-request.ts';

export interface Forge {
  /** Head commit and diff of the pull request. */
  readPull(): Promise<Pull>;
  /** What this account has posted: the summary, and remarks with their replies. Comments of others are not ours, whatever they say. */
  readPosted(): Promise<{
    readonly summary: { readonly id: string; readonly body: string } | null;
    readonly remarks: readonly PostedRemark[];
    /** What was not read, and what follows from it; one sentence each. */
    readonly notes: readonly string[];
  }>;
  /** Whether somebody may write to the repository. */
  canWrite(author: string): Promise<boolean>;
  /** `id` of the one that is changed; null makes one. */
  saveSummary(id: string | null, body: string): Promise<void>;
  /** False where the forge does not take a remark at this line. Answers the id otherwise. */
  addRemark(remark: NewRemark, pull: Pull): Promise<string | false>;
  editRemark(remark: PostedRemark, body: string): Promise<void>;
  setResolved(remark: PostedRemark, isResolved: boolean): Promise<void>;
  setStatus(commit: string, status: PostStatus): Promise<void>;
}
