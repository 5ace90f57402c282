import { draftOf, forgetDrafts, isFromStorage, keepDraft } from '../../form/drafts.ts';
import type { WebhookEntries } from './webhook-entries.ts';

/** Entries that outlast a reload. The address is among them unless it may contain a secret. */
const STORABLE: ReadonlySet<string> = new Set(['name', 'notificationType', 'actionType', 'global']);
const WITH_ADDRESS: ReadonlySet<string> = new Set([...STORABLE, 'url']);

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
  keepDraft(page, values, mayHoldSecret(entries.url ?? '') ? STORABLE : WITH_ADDRESS);
}

/** Removes the entries after they were sent. */
export function forgetWebhookDraft(page: string): void {
  forgetDrafts(page);
}

/** True for an address with user information or a query, which is where addresses have secrets. */
function mayHoldSecret(url: string): boolean {
  return /[@?#]/.test(url);
}
