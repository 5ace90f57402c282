import type { WebhookOptions } from '../../options/webhook-options.ts';

/** The options that are sent to the thread. Functions cannot be sent; the other options apply to the main thread. */
const IS_SENT = {
  allow: true,
  httpsOnly: true,
  proxy: true,
  traceContext: false,
  thread: false,
  concurrency: true,
  concurrencyPerEndpoint: true,
  reconcileMs: true,
  responseLimit: true,
  payloadLimit: false,
  maxPerRequest: false,
  retryPolicy: true,
  failingAfter: true,
  manualRetriesPerMinute: false,
  backlog: true,
  headerNames: true,
  kinds: false,
} as const satisfies Readonly<Record<keyof WebhookOptions, boolean>>;

type SentOption = {
  [Name in keyof WebhookOptions]-?: (typeof IS_SENT)[Name] extends true ? Name : never;
}[keyof WebhookOptions];

/** The webhook options that are sent to the thread. */
export type ThreadWebhookOptions = Pick<WebhookOptions, SentOption>;

/** Returns the options that are sent to the thread. */
export function threadOptions(options: WebhookOptions): ThreadWebhookOptions {
  const sent = Object.entries(options).filter(([name]) => IS_SENT[name as keyof WebhookOptions]);
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined));
}
