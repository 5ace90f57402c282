/** Under which owner and name the secret of a webhook is sealed. */
export function secretOwner(webhookId: number): string {
  return `webhook:${webhookId}`;
}

/** The name of the signing secret. */
export const SIGNING_SECRET = 'secret';
