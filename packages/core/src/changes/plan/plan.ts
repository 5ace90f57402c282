import type { StepAction } from '@portcullis/plugin-api';
import type { RuntimeObject } from '../../options/planned-removal.ts';

/** What would happen on the platform, or is happening: ordered steps and their hash. */
export interface Plan {
  /** SHA-256 over everything below, hexadecimal. `If-Plan` names it. */
  readonly hash: string;
  readonly operation: 'create' | 'edit' | 'delete' | 'migrate' | 'rotate';
  readonly steps: readonly PlanStep[];
  /** What was made at run time and goes with what is dropped; absent where there is nothing of the kind. */
  readonly runtimeObjects?: readonly RuntimeObject[] | undefined;
  /** What the reader must know, one sentence each. */
  readonly warnings: readonly string[];
}

/** One step of a plan. */
export interface PlanStep {
  readonly action: StepAction | 'store';
  readonly object: { readonly key: string; readonly kind: string; readonly name: string };
  /** The canonical text: names quoted, secrets as `{{slot}}`. The same in script, execution and journal. */
  readonly statement: string;
  /** Why, in one sentence. */
  readonly reason: string;
  /** The privileges that whoever runs it must hold. */
  readonly privileges: readonly string[];
  /** The canonical text of the steps that undo it; empty where it cannot be undone. */
  readonly inverse: readonly string[];
  /** Whether members or data are lost. */
  readonly destructive: boolean;
  /** The stage (connection) on which it runs. */
  readonly stage: string;
  /** Who runs it. */
  readonly actor: 'setup' | 'service' | 'person' | 'portcullis';
  readonly role?: string | undefined;
  /** The one engine that understands it, where the plugin runs on several. */
  readonly engine?: string | undefined;
  /** Whether it was already made and would be left out. */
  readonly alreadyDone?: boolean | undefined;
}
