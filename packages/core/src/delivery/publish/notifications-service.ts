import type { DeclaredKinds } from '../../options/declared-kind.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { DeclaredMetadataOf } from '../catalogue/declared-metadata-of.ts';
import type { NotificationKind } from '../catalogue/kind-classes.ts';
import type { MetadataOf } from '../catalogue/metadata-of.ts';

/** A notification as the host sends it. {@link NotificationOf} types its metadata by the kind. */
export interface Notification {
  /** One of the catalogue's kinds, or one that the host declared. */
  readonly kind: string;
  /** Fields of the kind's metadata schema; `notificationType` is added. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** One sentence for people. @default made from the kind's text template */
  readonly text?: string;
  /** When it happened. @default now */
  readonly at?: Date;
  /** A second notification with the same key is the same one. */
  readonly idempotencyKey?: string;
}

/**
 * A {@link Notification} of a kind: a literal kind of the catalogue brings the types of its metadata, and so does one that the
 * host declared with a schema; any other string takes any metadata.
 */
export type NotificationOf<Kind extends string, Kinds extends DeclaredKinds = DeclaredKinds> = Kind extends string
  ? Omit<Notification, 'kind' | 'metadata'> & {
      readonly kind: Kind;
      readonly metadata: Kind extends NotificationKind ? MetadataOf<Kind> : DeclaredMetadataOf<Kind, Kinds>;
    }
  : never;

/** The result of a publication. */
export interface PublishedNotification {
  /** The id of the activity (`webhooksActivityId`). */
  readonly eventId: number;
  /** The number of webhooks that will receive it. */
  readonly deliveries: number;
  /** True when the idempotency key was known: nothing was written again. */
  readonly repeated: boolean;
}

/** Publishing notifications. */
export interface NotificationsService<Kinds extends DeclaredKinds = DeclaredKinds> {
  /**
   * Writes the event and one delivery for each matching webhook in one transaction: the given one, or one that it may share with
   * what else is published at the time, whose failure is none of its own. Resolves when it is committed (own) or written (given).
   *
   * @throws ServiceError `KIND_UNKNOWN`, `NOTIFICATION_INVALID`, `WEBHOOK_BACKLOG_FULL` (where `webhooks.backlog` says `reject`); what
   * the host's callbacks throw, when they cannot tell who the recipients are; what the store throws.
   */
  notify<Kind extends string>(
    notification: { readonly kind: Kind } & NotificationOf<Kind, Kinds>,
    transaction?: StoreTransaction,
  ): Promise<PublishedNotification>;
  /** Every kind that can be subscribed to, in the catalogue's order, without `ALL_NOTIFICATIONS`. */
  kinds(): readonly string[];
}
