import type { SealedSecrets } from '../../security/seal/sealed-secrets.ts';

/** The time and the author of a change to a webhook. */
export interface ChangeContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The id of the caller. */
  readonly changedBy: number;
  readonly secrets: Pick<SealedSecrets, 'put' | 'read' | 'destroy'>;
}
