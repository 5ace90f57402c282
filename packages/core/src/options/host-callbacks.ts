import type { HostQuestions } from '@portcullis/plugin-api';
import type { PlannedRemoval, RemovalVerdict } from './planned-removal.ts';

/** Callbacks for data that only the host has. */
export interface HostCallbacks extends Partial<HostQuestions> {
  /**
   * Returns whether a user belongs to a group, for the recipients of notifications that name a group. @default always false
   */
  isMemberOfGroup?(userId: number, group: string): Promise<boolean>;
  /**
   * Returns the current permissions of a user, or undefined for an unknown user. Called for each notification. Deliveries to a user
   * who lacks a permission of the subscription are held. @default those at subscription
   */
  permissionsOf?(userId: number): Promise<readonly string[] | undefined>;
  /**
   * Changes the text or the metadata of a notification, once before it is stored. The engine adds `webhookId` and `webhookName`. Must be
   * pure: it is called again when a transaction is repeated. @default text and metadata of the catalogue
   */
  shapePayload?(payload: {
    readonly kind: string;
    readonly text: string;
    readonly metadata: Readonly<Record<string, unknown>>;
  }): {
    readonly text: string;
    readonly metadata: Readonly<Record<string, unknown>>;
  };
  /**
   * Receives the objects that a DELETE or a PUT is about to drop, including runtime objects such as policies and views, and can refuse.
   * Also called in dry runs, and again when the operation finds a new object. @default nothing is refused
   */
  beforeRemove?(removal: PlannedRemoval): Promise<RemovalVerdict>;
}
