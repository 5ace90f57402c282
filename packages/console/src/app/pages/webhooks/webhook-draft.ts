import { discardDrafts, isRestoredDraft, readDraft, saveDraft } from '../../form/drafts.ts';
import type { WebhookEntries } from './webhook-entries.ts';

/**
 * Entries that outlast a reload. The address is not among them: many receivers accept every request to a secret path or host name, so
 * that the address alone is a credential.
 */
const STORABLE: ReadonlySet<string> = new Set(['name', 'notificationType', 'actionType', 'global']);

/** Returns the unsaved entries for a webhook; none if there are none. */
export function readWebhookDraft(page: string): Partial<WebhookEntries> {
  const { notificationType, actionType, ...others } = readDraft(page) ?? {};
  return {
    ...others,
    ...(notificationType === undefined ? {} : { notificationType: JSON.parse(String(notificationType)) }),
    ...(actionType === undefined ? {} : { actionType: JSON.parse(String(actionType)) }),
  };
}

/** True if the entries are from before a reload. */
export function isRestoredWebhookDraft(page: string): boolean {
  return isRestoredDraft(page);
}

/** Keeps the unsaved entries for a webhook. */
export function saveWebhookDraft(page: string, entries: Partial<WebhookEntries>): void {
  const { notificationType, actionType, ...others } = entries;
  const values = {
    ...others,
    ...(notificationType === undefined ? {} : { notificationType: JSON.stringify(notificationType) }),
    ...(actionType === undefined ? {} : { actionType: JSON.stringify(actionType) }),
  };
  saveDraft(page, values, STORABLE);
}

/** Removes the entries after they were sent. */
export function discardWebhookDraft(page: string): void {
  discardDrafts(page);
}
