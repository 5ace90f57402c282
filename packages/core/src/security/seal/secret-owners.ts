/** Returns the owner under which the secrets of a webhook are sealed. */
export function webhookSecretOwner(webhookId: number): string {
  return `webhook:${webhookId}`;
}

/** Returns the owner under which the secrets of an integration are sealed. */
export function integrationSecretOwner(integrationId: number): string {
  return `integration:${integrationId}`;
}
