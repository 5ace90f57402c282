import type { WebhookEntries } from './webhook-entries.ts';

/** What differs, ready to be sent. The interface does not show `actionType`: it is sent once it is chosen. */
export function changedEntries(before: WebhookEntries, after: WebhookEntries): Partial<WebhookEntries> {
  const names = ['name', 'url', 'notificationType', 'actionType'] as const;
  const differs = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(differs.map((name) => [name, after[name]]));
}
