import type { WebhookDetail } from '@portcullis/client';
import type { WebhookEntries } from './webhook-entries.ts';

/** The fields of a webhook that can be changed, with their labels. */
const NAMES = {
  name: 'name',
  url: 'address',
  notificationType: 'notifications',
  actionType: 'the owner’s notifications that it receives',
} as const;

type Name = keyof typeof NAMES;

/** Returns the stored values of a webhook as the entries of its form. */
export function storedEntries({ name, url, notificationType, global, delivery }: WebhookDetail): WebhookEntries {
  return { name, url, notificationType, global, actionType: delivery.actionType };
}

/** Returns the entries that differ, ready to be sent. */
export function changedEntries(before: WebhookEntries, after: WebhookEntries): Partial<WebhookEntries> {
  return Object.fromEntries(differing(before, after).map((name) => [name, after[name]]));
}

/**
 * Returns the fields that both another user and this page have changed since `before`, to different values. The names
 * are the labels of the form.
 */
export function conflictingEntries(
  before: WebhookEntries,
  mine: WebhookEntries,
  theirs: WebhookEntries,
): readonly string[] {
  const changedHere = new Set(differing(before, mine));
  const differs = new Set(differing(mine, theirs));
  return differing(before, theirs)
    .filter((name) => changedHere.has(name) && differs.has(name))
    .map((name) => NAMES[name]);
}

function differing(before: WebhookEntries, after: WebhookEntries): readonly Name[] {
  // The order of kinds has no meaning.
  const text = (entries: WebhookEntries, name: Name) =>
    JSON.stringify(name === 'notificationType' ? entries.notificationType.toSorted() : entries[name]);
  return (Object.keys(NAMES) as Name[]).filter((name) => text(before, name) !== text(after, name));
}
