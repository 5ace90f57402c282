import type { Privilege } from '../objects/privilege.ts';
import type { Step } from '../objects/step.ts';

/** The acting account: the privileged account that sets up, or the service account that works afterwards. */
export type Actor = 'setup' | 'service';

/**
 * A connection on which part of the work is done, described as data. The order of stages is the order of set-up.
 *
 * @example
 * ```ts
 * stages: [
 *   { id: 'initial', title: (config) => `In ${config.initialDatabase}`, initial: true },
 *   { id: 'database', title: (config) => `In ${config.database}`, database: (config) => config.database },
 * ]
 * ```
 */
export interface Stage<Config> {
  /** kebab-case, unique within the plugin. */
  readonly id: string;
  /** The title for users, also the label of script sections: `In the database "gov"`. */
  title(config: Config): string;
  /** The database to connect to, if the platform has databases. */
  database?(config: Config): string;
  /** True when statements of this stage belong to the first script (`initial-create`) rather than to `create`. */
  readonly initial?: boolean;
  /** True when removals on this stage belong to the second removal script (`post-cleanup`) rather than to `cleanup`. */
  readonly final?: boolean;
  /** True when each statement commits by itself. @default true */
  readonly autocommit?: boolean;
  /**
   * Returns the steps that complete the work on this stage and belong to no object, such as a command that saves all
   * changes. They run once, after the last change of an operation on this stage, and also after a reverted change. They
   * end the last section of a script for this stage. They must be harmless if nothing was changed.
   * @default nothing
   */
  finish?(config: Config): StageFinish;
  /** The sessions that must be closed before an object of this stage can be dropped: our own pooled ones, or all. */
  readonly quiesce?: 'own' | 'all';
}

/**
 * The steps that complete the work on a stage.
 *
 * @example
 * ```ts
 * finish: () => ({ steps: [{ text: sql`ACL SAVE` }], why: 'Writes the accounts to the file of the server.' })
 * ```
 */
export interface StageFinish {
  /** The steps, without secrets. Pure and deterministic. */
  readonly steps: readonly Step[];
  /** The privileges for the steps. @default none */
  readonly needs?: readonly Privilege[];
  /** The purpose of the steps, one sentence for the administrator who signs. */
  readonly why: string;
}
