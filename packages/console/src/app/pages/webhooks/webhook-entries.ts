/** What a person decides about a webhook, the secret aside. */
export interface WebhookEntries {
  readonly name: string;
  readonly url: string;
  readonly notificationType: readonly string[];
  readonly actionType: 'triggered' | 'receive' | null;
  readonly global: boolean;
}
