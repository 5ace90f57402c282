import type { OwnedRow } from '../../ports/store/tables.ts';
import type { Publication } from './write-publications.ts';

/** A notification of a tenant whose webhooks are not matched yet. */
export interface PublicationRequest {
  readonly tenant: string;
  readonly kind: string;
  /** Returns the publication to those of the webhooks that match. */
  match(webhooks: readonly OwnedRow<'webhooks'>[]): Promise<Publication>;
}
