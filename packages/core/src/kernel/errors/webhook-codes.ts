import type { ErrorCodeFacts } from './error-code-facts.ts';

/** Codes about webhooks, notifications and their history. */
export const WEBHOOK_CODES = {
  WEBHOOK_BACKLOG_FULL: {
    statusCode: 503,
    error: 'Service unavailable',
    when: 'notify() was called while the queue of an endpoint was full, and the backlog policy is to reject.',
    help: 'Wait until the receiver has caught up, pause or delete the webhook, or choose another backlog policy.',
  },
  WEBHOOK_NOT_FOUND: {
    statusCode: 404,
    error: 'Not found',
    when: 'No webhook of the caller has this id.',
    help: 'List the webhooks to see their ids.',
  },
  HISTORY_RECORD_NOT_FOUND: {
    statusCode: 404,
    error: 'Not found',
    when: 'No history record that the caller can see has this id.',
    help: 'List the history to see the ids.',
  },
  NO_WEBHOOK_CREATED: {
    statusCode: 400,
    error: 'Bad request',
    when: 'None of the webhooks in the body could be created.',
    help: 'See errors: each entry names the element and its problem.',
  },
  WEBHOOK_URL_REFUSED: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The URL of the webhook is not a permitted destination.',
    help: 'Use a public https address, or ask the operator of the service to allow this one.',
  },
  KIND_UNKNOWN: {
    statusCode: 400,
    error: 'Bad request',
    when: 'A notification kind is not in the catalogue.',
    help: 'GET /webhooks/actions lists the valid kinds.',
  },
  NOTIFICATION_INVALID: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The host passed metadata that is not valid for the kind.',
    help: 'See details for the fields.',
  },
} as const satisfies Readonly<Record<string, ErrorCodeFacts>>;
