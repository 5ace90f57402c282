import type { WebhookOptions } from '../../options/portcullis-options.ts';

/** Which options count for what the thread does, and cross to it. What is made of functions cannot, the rest is for the main thread. */
const CROSSES = {
  allow: true,
  httpsOnly: true,
  proxy: true,
  traceContext: false,
  thread: false,
  concurrency: true,
  concurrencyPerEndpoint: true,
  reconcileMs: true,
  responseLimit: true,
  maxPerRequest: false,
  retryPolicy: true,
  failingAfter: true,
  manualRetriesPerMinute: false,
  backlog: true,
  headerNames: true,
  kinds: false,
} as const satisfies Readonly<Record<keyof WebhookOptions, boolean>>;

type Crossing = {
  [Name in keyof WebhookOptions]-?: (typeof CROSSES)[Name] extends true ? Name : never;
}[keyof WebhookOptions];

/** What a thread knows of the options of webhooks. */
export type ThreadWebhookOptions = Pick<WebhookOptions, Crossing>;

/** The options that cross to the thread. */
export function threadOptions(options: WebhookOptions): ThreadWebhookOptions {
  const given = Object.entries(options).filter(([name]) => CROSSES[name as keyof WebhookOptions]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
