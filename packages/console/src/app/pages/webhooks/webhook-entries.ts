/** The properties of a webhook that a user sets, except the secret. */
export interface WebhookEntries {
  readonly name: string;
  readonly url: string;
  readonly notificationType: readonly string[];
  readonly actionType: 'triggered' | 'receive' | null;
  readonly global: boolean;
}
