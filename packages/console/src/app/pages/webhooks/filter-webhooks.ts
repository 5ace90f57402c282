import type { Webhook } from '@portcullis/client';

/** Filters webhooks by words of their name, address and kinds; in the order of the service. */
export function filterWebhooks(
  webhooks: readonly Webhook[],
  { filter = '' }: Readonly<Record<string, string>>,
): readonly Webhook[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return webhooks.filter(({ name, url, notificationType }) => {
    const text = `${name} ${url} ${notificationType.join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
