import { draftOf, forgetDrafts, isFromStorage, keepDraft } from '../../form/drafts.ts';
import type { WebhookEntries } from './webhook-entries.ts';

/**
 * Entries that outlast a reload. The address is not among them: many receivers accept every request to a secret path or host name, so
 * that the address alone is a credential.
 */
const STORABLE: ReadonlySet<string> = new Set(['name', 'notificationType', 'actionType', 'global']);

/** Returns the unsaved entries for a webhook; none if there are none. */
export function webhookDraft(page: string): Partial<WebhookEntries> {
  const { notificationType, actionType, ...others } = draftOf(page) ?? {};
  return {
    ...others,
    ...(notificationType === undefined ? {} : { notificationType: JSON.parse(String(notificationType)) }),
    ...(actionType === undefined ? {} : { actionType: JSON.parse(String(actionType)) }),
  };
}

/** True if the entries are from before a reload. */
export function isWebhookDraftFromStorage(page: string): boolean {
  return isFromStorage(page);
}

/** Keeps the unsaved entries for a webhook. */
export function keepWebhookDraft(page: string, entries: Partial<WebhookEntries>): void {
  const { notificationType, actionType, ...others } = entries;
  const values = {
    ...others,
    ...(notificationType === undefined ? {} : { notificationType: JSON.stringify(notificationType) }),
    ...(actionType === undefined ? {} : { actionType: JSON.stringify(actionType) }),
  };
  keepDraft(page, values, STORABLE);
}

/** Removes the entries after they were sent. */
export function forgetWebhookDraft(page: string): void {
  forgetDrafts(page);
}
