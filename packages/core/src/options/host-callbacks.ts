import type { HostQuestions } from '@portcullis/plugin-api';
import type { PlannedRemoval, RemovalVerdict } from './planned-removal.ts';

/** Questions that only the host can answer. */
export interface HostCallbacks extends Partial<HostQuestions> {
  /**
   * Returns whether a user belongs to a group, for the recipients of notifications that name a group. @default always false
   */
  isMemberOfGroup?(userId: number, group: string): Promise<boolean>;
  /**
   * The permissions of a user now, undefined for one that is not known any more: checked when a notification is fanned out.
   * Deliveries to those who lack what they subscribed with are held. @default those at subscription
   */
  permissionsOf?(userId: number): Promise<readonly string[] | undefined>;
  /**
   * Shapes what receivers get, once for each notification and before it is stored: the text, the metadata, or both. The
   * engine adds `webhookId` and `webhookName`. Pure: it may be asked again when a transaction is repeated.
   * @default as the catalogue says
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
   * Sees what a DELETE or a PUT is about to drop, policies and views that were made at run time among it, and may refuse. Asked
   * for dry runs, too, and once more when something new is found while the operation runs. @default nothing is refused
   */
  beforeRemove?(removal: PlannedRemoval): Promise<RemovalVerdict>;
}
