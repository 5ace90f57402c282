import type { ErrorCodeFacts } from './error-code-facts.ts';

/** Codes about an instance: its runtime, its options, its end and its keys. */
export const INSTANCE_CODES = {
  NODE_UNSUPPORTED: {
    statusCode: 500,
    error: 'Internal Server Error',
    when: 'createPortcullis was called on a version of Node that is too old.',
    help: 'Run the host on the version of Node that the message names, or a later one.',
  },
  OPTIONS_INVALID: {
    statusCode: 500,
    error: 'Internal Server Error',
    when: 'createPortcullis, createHttpHandler or a plugin got invalid options.',
    help: 'Correct the option that the message names.',
  },
  INSTANCE_CLOSED: {
    statusCode: 503,
    error: 'Service Unavailable',
    when: 'The instance is closing or closed.',
    help: 'Send the request to another node, or later.',
  },
  CLOSE_TIMED_OUT: {
    statusCode: 503,
    error: 'Service Unavailable',
    when: 'close() left a part of the instance behind that did not stop in time.',
    help: 'End the process: other nodes take over once the leases of this one expire. Check the service that the part in details uses, such as the server of the store.',
  },
  SECRET_KEY_UNKNOWN: {
    statusCode: 500,
    error: 'Internal Server Error',
    when: 'The key of a stored secret is not configured, or its key management service does not respond.',
    help: 'Configure the key with the id in details, or check the key management service.',
  },
  SECRET_CORRUPTED: {
    statusCode: 500,
    error: 'Internal Server Error',
    when: 'A stored secret could not be opened with its key.',
    help: 'Restore the store or set the secret again with PUT.',
  },
  INTERNAL: {
    statusCode: 500,
    error: 'Internal Server Error',
    when: 'An unexpected error occurred.',
    help: 'Give the requestId to the operator of the service: the log has the details under this id.',
  },
} as const satisfies Readonly<Record<string, ErrorCodeFacts>>;
