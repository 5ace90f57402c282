import type { SealedSecrets } from '../../security/seal/sealed-secrets.ts';

/** When and by whom a webhook is changed. */
export interface ChangeContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The id of the caller. */
  readonly changedBy: number;
  readonly secrets: Pick<SealedSecrets, 'put' | 'read' | 'forget'>;
}
