import type { StepAction } from '@portcullis/plugin-api';
import type { RuntimeObject } from '../../options/planned-removal.ts';

/** The steps of an operation on the platform, in order, and their hash. */
export interface Plan {
  /** SHA-256 over all other fields, hexadecimal, for `If-Plan`. */
  readonly hash: string;
  readonly operation: 'create' | 'edit' | 'delete' | 'migrate' | 'rotate';
  readonly steps: readonly PlanStep[];
  /** The runtime objects that are dropped with the others; absent if there are none. */
  readonly runtimeObjects?: readonly RuntimeObject[] | undefined;
  /** Warnings for the reader, one sentence each. */
  readonly warnings: readonly string[];
}

/** One step of a plan. */
export interface PlanStep {
  readonly action: StepAction | 'store';
  readonly object: { readonly key: string; readonly kind: string; readonly name: string };
  /** The canonical text: names quoted, secrets as `{{slot}}`. The same in script, execution and journal. */
  readonly statement: string;
  /** The reason, in one sentence. */
  readonly reason: string;
  /** The privileges that the executing account must hold. */
  readonly privileges: readonly string[];
  /** The canonical text of the steps that undo it; empty if it cannot be undone. */
  readonly inverse: readonly string[];
  /** True when members or data are lost. */
  readonly destructive: boolean;
  /**
   * The reason, in one sentence, why the former state cannot be restored after the failure of a later step; absent if it can, and
   * if nothing is restored.
   */
  readonly irreversible?: string | undefined;
  /** The stage (connection) on which it runs. */
  readonly stage: string;
  /** The account that runs it: `administrator` is the user who runs a script. */
  readonly actor: 'setup' | 'service' | 'administrator' | 'portcullis';
  readonly role?: string | undefined;
  /** The only engine that supports it, if the plugin runs on several. */
  readonly engine?: string | undefined;
  /** True if it was already executed and is skipped. */
  readonly alreadyDone?: boolean | undefined;
}
