import type { FailureRow } from '@portcullis/plugin-api';

/**
 * The failure rows of the server's codes. Source: PostgreSQL manual, "PostgreSQL Error Codes". A code may end in `*`. A
 * row without a message shows the message of the server: omit it only if that message never quotes a statement, which
 * may contain a secret.
 */
export const FAILURE_ROWS: readonly FailureRow[] = [
  { codes: ['28P01', '28000'], class: 'credentials', message: 'The server refused the credentials.' },
  { codes: ['42501'], class: 'missing-grant' },
  { codes: ['3D000', '3F000', '42704', '42P01'], class: 'not-found' },
  { codes: ['42P04', '42P06', '42710'], class: 'already-exists' },
  { codes: ['55006', '2BP01', '55P03'], class: 'in-use' },
  { codes: ['57014'], class: 'timeout', message: 'The server cancelled the statement: it took too long.' },
  { codes: ['57P03'], class: 'paused-or-starting', message: 'The server is starting up or shutting down.' },
  { codes: ['57P01', '57P02', '08*'], class: 'network', message: 'The server ended the connection.' },
  { codes: ['40*', '53*', '58*'], class: 'transient', message: 'The server failed temporarily.' },
  { codes: ['0A000'], class: 'unsupported', message: 'The server does not support this statement.' },
  { codes: ['22*', '23*', '42602', '42622'], class: 'invalid-input', message: 'The server refused a value.' },
  { codes: ['P0001'], class: 'invalid-input' },
  { codes: ['42*'], class: 'internal', message: 'The server does not understand a statement of this plugin.' },
];
