import type { FailureRow } from '@portcullis/plugin-api';

/**
 * The meanings of the codes of the server and of the driver. Source: MariaDB documentation, "MariaDB Error Code Reference";
 * the names are those of `mysql2`. Rows without a message show the server's own message, which names objects and accounts.
 */
export const FAILURE_ROWS: readonly FailureRow[] = [
  {
    codes: ['ER_ACCESS_DENIED_ERROR', 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR', 'ER_ACCOUNT_HAS_BEEN_LOCKED'],
    class: 'credentials',
    message: 'The server refused the user name or the password.',
  },
  { codes: ['ER_MUST_CHANGE_PASSWORD', 'ER_MUST_CHANGE_PASSWORD_LOGIN'], class: 'credentials' },
  {
    codes: [
      'ER_DBACCESS_DENIED_ERROR',
      'ER_TABLEACCESS_DENIED_ERROR',
      'ER_COLUMNACCESS_DENIED_ERROR',
      'ER_SPECIFIC_ACCESS_DENIED_ERROR',
    ],
    class: 'missing-grant',
  },
  { codes: ['ER_BAD_DB_ERROR', 'ER_NO_SUCH_TABLE', 'ER_DB_DROP_EXISTS', 'ER_BAD_TABLE_ERROR'], class: 'not-found' },
  { codes: ['ER_DB_CREATE_EXISTS', 'ER_TABLE_EXISTS_ERROR'], class: 'already-exists' },
  // MariaDB has one code for an account that exists and for one that is missing. The message names the statement.
  { codes: ['CREATE USER'], class: 'already-exists', message: 'The account exists already.' },
  { codes: ['DROP USER', 'ALTER USER'], class: 'not-found', message: 'The account does not exist.' },
  { codes: ['ER_CANNOT_USER'], class: 'internal', message: 'The server refused to change an account.' },
  { codes: ['ER_LOCK_WAIT_TIMEOUT'], class: 'in-use', message: 'Another session holds a lock that is needed.' },
  {
    codes: ['ER_QUERY_INTERRUPTED', 'ER_STATEMENT_TIMEOUT', 'ETIMEDOUT'],
    class: 'timeout',
    message: 'The server did not respond in time.',
  },
  { codes: ['ER_SERVER_SHUTDOWN'], class: 'paused-or-starting', message: 'The server is shutting down.' },
  {
    codes: ['PROTOCOL_CONNECTION_LOST', 'ER_CONNECTION_KILLED', 'ER_NET_*'],
    class: 'network',
    message: 'The connection was closed unexpectedly.',
  },
  { codes: ['HANDSHAKE_NO_SSL_SUPPORT'], class: 'tls', message: 'The server does not offer TLS.' },
  {
    codes: ['ER_CON_COUNT_ERROR', 'ER_TOO_MANY_USER_CONNECTIONS', 'ER_USER_LIMIT_REACHED', 'ER_LOCK_DEADLOCK'],
    class: 'transient',
    message: 'The server is overloaded at the moment.',
  },
  { codes: ['ER_NOT_SUPPORTED_YET', 'ER_UNKNOWN_STORAGE_ENGINE'], class: 'unsupported' },
  {
    codes: ['ER_WRONG_DB_NAME', 'ER_TOO_LONG_IDENT', 'ER_WRONG_STRING_LENGTH', 'ER_NOT_VALID_PASSWORD'],
    class: 'invalid-input',
  },
  { codes: ['ER_SIGNAL_EXCEPTION'], class: 'invalid-input' },
  {
    codes: ['ER_PARSE_ERROR', 'ER_BAD_FIELD_ERROR'],
    class: 'internal',
    message: 'The server does not understand a statement of this plugin.',
  },
];
