import type { OfTenant } from '../kernel/events/typed-events.ts';
import type { PlannedRemoval, RemovalVerdict } from './planned-removal.ts';

/** Callbacks for data that only the host has. Each receives the tenant that it is called for. */
export interface HostCallbacks {
  /**
   * Returns whether an account is used elsewhere as the credential of a data source, which it must not be, within ten seconds.
   * `undefined`: the host does not know. @default undefined
   */
  isDataSourceCredential?(account: string, of: OfTenant): Promise<boolean | undefined>;
  /**
   * Returns whether a user belongs to a group, for the recipients of notifications that name a group, within ten seconds.
   * @default always false
   */
  isMemberOfGroup?(userId: number, group: string, of: OfTenant): Promise<boolean>;
  /**
   * Returns the current permissions of a user, or undefined for an unknown user. Called for each notification. Deliveries to a user
   * who lacks a permission of the subscription are held. If it fails, or does not respond within ten seconds, the notification is not
   * published. @default those at subscription
   */
  permissionsOf?(userId: number, of: OfTenant): Promise<readonly string[] | undefined>;
  /**
   * Changes the text or the metadata of a notification, once before it is stored. The engine adds `webhookId` and `webhookName`. Must be
   * pure: it is called again when a transaction is repeated. If it throws, `notify` rejects. What the engine itself publishes, such as the
   * end of an operation, is then published unchanged, with the event `background.error`. @default text and metadata of the catalogue
   */
  shapePayload?(
    payload: {
      readonly kind: string;
      readonly text: string;
      readonly metadata: Readonly<Record<string, unknown>>;
    },
    of: OfTenant,
  ): {
    readonly text: string;
    readonly metadata: Readonly<Record<string, unknown>>;
  };
  /**
   * Receives the objects that a DELETE or a PUT is about to drop, including runtime objects such as policies and views, and can refuse.
   * Also called in dry runs, and again when the operation finds a new object. If it fails, or does not respond within ten seconds,
   * nothing more is dropped. @default nothing is refused
   */
  beforeRemove?(removal: PlannedRemoval, of: OfTenant): Promise<RemovalVerdict>;
}
