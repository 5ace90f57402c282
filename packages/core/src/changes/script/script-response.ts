import type { EditDifference } from '../plan/edit-difference.ts';

/** A script to run on the platform. */
export interface ScriptResponse {
  readonly script: string;
  /** The name for users and syntax highlighting, such as `PostgreSQL`. */
  readonly language: string;
  readonly fileName: string;
  /** The target's display name. */
  readonly target: string;
  /** The connections it runs on, in order. */
  readonly stages: readonly string[];
  readonly warnings: readonly string[];
  /** Only of an edit script: the created, removed and changed objects. */
  readonly difference?: EditDifference;
  /** Only of an edit script: the script that reverts it. */
  readonly inverse?: string;
}
