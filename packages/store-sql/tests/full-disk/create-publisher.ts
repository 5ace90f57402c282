import type { Portcullis } from '@portcullis/core';

/** A rejected notification. */
export interface Refusal {
  readonly key: string;
  readonly code: string;
}

/** Publishes notifications, and remembers which were accepted. */
export interface Publisher {
  /** Ids of those that were accepted and new. */
  readonly accepted: readonly number[];
  readonly refused: readonly Refusal[];
  /** Publishes a notification, and returns whether it was accepted. @default key a new one */
  notify(key?: string): Promise<boolean>;
  /** Publishes several at once. */
  notifyAtOnce(count: number): Promise<void>;
}

/** Creates a publisher that has published nothing. */
export function createPublisher({ notifications }: Portcullis): Publisher {
  const accepted: number[] = [];
  const refused: Refusal[] = [];
  let keys = 0;
  const notify = async (key = `key ${keys++}`): Promise<boolean> => {
    try {
      const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' }, idempotencyKey: key } as const;
      const { eventId, repeated } = await notifications.notify(tag);
      if (!repeated) accepted.push(eventId);
      return true;
    } catch (error) {
      refused.push({ key, code: String((error as { readonly code?: unknown }).code ?? error) });
      return false;
    }
  };
  return {
    accepted,
    refused,
    notify,
    async notifyAtOnce(count) {
      await Promise.all(Array.from({ length: count }, () => notify()));
    },
  };
}
