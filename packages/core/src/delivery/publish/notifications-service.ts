import type { DeclaredKinds } from '../../options/declared-kind.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { DeclaredMetadataOf } from '../catalogue/declared-metadata-of.ts';
import type { NotificationKind } from '../catalogue/kind-classes.ts';
import type { MetadataOf } from '../catalogue/metadata-of.ts';

/** A notification of the host. {@link NotificationOf} types its metadata by the kind. */
export interface Notification {
  /** A kind of the catalogue, or one that the host declared. */
  readonly kind: string;
  /** Fields of the kind's metadata schema; `notificationType` is added. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** One sentence for users. @default the kind's text template, filled in */
  readonly text?: string;
  /** The time of the action. @default now */
  readonly at?: Date;
  /** A second notification with the same key writes nothing. */
  readonly idempotencyKey?: string;
}

/**
 * A {@link Notification} of a kind: a literal kind of the catalogue determines the types of its metadata, and so does a kind that the
 * host declared with a schema; any other string accepts any metadata.
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

/** The service that publishes notifications. */
export interface NotificationsService<Kinds extends DeclaredKinds = DeclaredKinds> {
  /**
   * Writes the event and one delivery for each matching webhook in one transaction: the given one, or one that it can share with
   * concurrent calls, whose failures do not affect it. Resolves when it is committed (own) or written (given).
   *
   * @throws ServiceError `KIND_UNKNOWN`, `NOTIFICATION_INVALID`, `WEBHOOK_BACKLOG_FULL` (with the backlog policy `reject`); errors
   * of the host's callbacks that determine the recipients; errors of the store.
   */
  notify<Kind extends string>(
    notification: { readonly kind: Kind } & NotificationOf<Kind, Kinds>,
    transaction?: StoreTransaction,
  ): Promise<PublishedNotification>;
  /** All kinds for subscriptions, in the catalogue's order, without `ALL_NOTIFICATIONS`. */
  kinds(): readonly string[];
}
