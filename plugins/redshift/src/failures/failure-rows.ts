import type { FailureRow } from '@portcullis/plugin-api';

/**
 * The meaning of the server's codes (SQLSTATE). Sources: PostgreSQL manual, "PostgreSQL Error Codes", from which Amazon
 * Redshift takes its codes; Amazon Redshift Database Developer Guide, "DROP USER" (55006); Management Guide, "Classic resize" (25006). Rows without a message show the
 * message of the server, which names objects but no values.
 */
export const SERVER_FAILURES: readonly FailureRow[] = [
  { codes: ['28P01', '28000'], class: 'credentials', message: 'The user name or the password was refused.' },
  { codes: ['3D000', '42704', '42P01', '3F000', '42883', '42703'], class: 'not-found' },
  { codes: ['42501'], class: 'missing-grant' },
  { codes: ['42P04', '42710', '42P06', '42P07', '42723'], class: 'already-exists' },
  { codes: ['55006', '2BP01', '55P03'], class: 'in-use' },
  {
    codes: ['57014'],
    class: 'timeout',
    message: 'The statement was cancelled: it took too long, or its request has ended.',
  },
  {
    codes: ['25006'],
    class: 'paused-or-starting',
    message: 'The server accepts only queries at the moment.',
    help: 'A cluster is read-only during a classic resize: try again after it. Otherwise, check whether the host is a replica.',
  },
  { codes: ['57P03'], class: 'paused-or-starting', message: 'The server is starting up or shutting down.' },
  { codes: ['57P01', '57P02', '57P05'], class: 'network', message: 'The server ended the connection.' },
  { codes: ['08*'], class: 'network', message: 'The connection was closed unexpectedly.' },
  { codes: ['53300'], class: 'transient', message: 'The server has no free connection at the moment.' },
  { codes: ['53*'], class: 'transient', message: 'The server has run out of a resource.' },
  { codes: ['40*', '58*'], class: 'transient', message: 'The server failed temporarily.' },
  {
    codes: ['XX000'],
    class: 'transient',
    help: 'Try again in a moment. If it fails again, the message has the reason: many errors of Amazon Redshift have this code.',
  },
  { codes: ['55000'], class: 'unsupported' },
  { codes: ['0A000'], class: 'unsupported', message: 'The server does not support this statement.' },
  { codes: ['42602', '42622', '42939'], class: 'invalid-input', message: 'The server refused a name.' },
  { codes: ['22*', '23*'], class: 'invalid-input', message: 'The server refused a value.' },
  { codes: ['P0001'], class: 'invalid-input' },
  { codes: ['25*'], class: 'internal', message: 'The statement cannot run in this state of the transaction.' },
  { codes: ['42*'], class: 'internal', message: 'The server does not understand a statement of this plugin.' },
];

/**
 * The meaning of the driver's own errors, which have no code, by the beginning of their message. A paused cluster has
 * no code either: it does not respond. Source: Amazon Redshift Management Guide, "Pausing and resuming a cluster".
 */
export const DRIVER_FAILURES: readonly (FailureRow & { readonly messagePrefix: string })[] = [
  {
    messagePrefix: 'timeout expired',
    codes: ['CONNECT_TIMEOUT'],
    class: 'timeout',
    message:
      'The server did not respond in time. A paused cluster does not respond either: check whether it is available, and whether its security group allows this host.',
  },
  {
    messagePrefix: 'Query read timeout',
    codes: ['READ_TIMEOUT'],
    class: 'timeout',
    message: 'The server did not respond in time.',
  },
  {
    messagePrefix: 'Connection terminated',
    codes: ['TERMINATED'],
    class: 'network',
    message: 'The connection was closed unexpectedly.',
  },
  {
    messagePrefix: 'Client has encountered a connection error',
    codes: ['NOT_QUERYABLE'],
    class: 'network',
    message: 'The connection was closed unexpectedly.',
  },
  { messagePrefix: 'Client was closed', codes: ['CLOSED'], class: 'network', message: 'The connection was closed.' },
  {
    messagePrefix: 'The server does not support SSL',
    codes: ['NO_TLS'],
    class: 'tls',
    message: 'The server does not offer TLS.',
  },
  {
    messagePrefix: 'There was an error establishing an SSL',
    codes: ['TLS_RESPONSE'],
    class: 'tls',
    message: 'The TLS handshake failed.',
  },
  {
    messagePrefix: 'SASL',
    codes: ['SASL'],
    class: 'credentials',
    message: 'The exchange of the password with the server failed.',
  },
];
