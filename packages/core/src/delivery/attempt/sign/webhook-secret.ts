/** Returns the owner under which the secrets of a webhook are sealed. */
export function secretOwner(webhookId: number): string {
  return `webhook:${webhookId}`;
}

/** The name of the signing secret. */
export const SIGNING_SECRET = 'secret';
