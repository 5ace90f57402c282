import type { TableDeclaration } from './columns.ts';

/** The tables of keys, sealed secrets, settings and the coordination of nodes. */
export const SECURITY_TABLES = {
  /** Facts of the instance: its id, a sealed probe that checks the configured keys, and versions of what nodes cache. */
  meta: { columns: { name: 'text', value: 'json' }, key: ['tenant', 'name'] },
  settings: {
    columns: { name: 'text', value: 'json', updatedAt: 'time' },
    key: ['tenant', 'name'],
    indexes: { byName: { columns: ['name', 'tenant'] } },
  },
  secrets: {
    columns: {
      id: 'id',
      /** `integration:<id>` or `webhook:<id>`. */
      owner: 'text',
      name: 'text',
      /** current | pending | staged | retiring */
      status: 'text',
      /** The id of the key that sealed it, never the key itself. */
      keyId: 'text',
      sealed: 'bytes',
      createdAt: 'time',
      expiresAt: 'time?',
    },
    key: ['id'],
    indexes: { byOwner: { columns: ['owner', 'name', 'id'] }, byKey: { columns: ['keyId'] } },
  },
  apiKeys: {
    columns: {
      id: 'id',
      /** SHA-256 of the key, hexadecimal. */
      hash: 'text',
      /** The first characters, so that users recognise the key. */
      prefix: 'text',
      name: 'text',
      principalId: 'integer',
      principalName: 'text',
      permissions: 'json',
      groups: 'json',
      /** The key that issued it; null if code or the host's own sign-in issued it. */
      issuedBy: 'integer?',
      createdAt: 'time',
      expiresAt: 'time?',
      lastUsedAt: 'time?',
      revokedAt: 'time?',
    },
    key: ['id'],
    unique: { oneHash: ['hash'] },
    indexes: { byPrincipal: { columns: ['tenant', 'principalId', 'id'] }, byIssuer: { columns: ['issuedBy', 'id'] } },
  },
  /** Keys of platforms that configure themselves. The key itself is a sealed secret. */
  integrationKeys: {
    columns: {
      /** SHA-256 of the key, hexadecimal. */
      hash: 'text',
      integrationId: 'integer',
      createdAt: 'time',
      /** Set when a newer key exists; until this time, the old key is accepted as well. */
      validUntil: 'time?',
    },
    key: ['hash'],
    indexes: { byIntegration: { columns: ['integrationId'] } },
  },
  /** Requests with an idempotency key: a repetition receives the first response. */
  idempotencyKeys: {
    columns: {
      /** A digest of principal, operation and the caller's key. */
      key: 'text',
      /** The id of the key that sealed it. */
      keyId: 'text',
      /** A digest of the request and, once it exists, the response. */
      sealed: 'bytes',
      /** The node that processes the request. */
      owner: 'text',
      leaseUntil: 'time?',
      generation: 'integer',
      createdAt: 'time',
      finishedAt: 'time?',
      expiresAt: 'time',
    },
    key: ['tenant', 'key'],
    indexes: { byExpiry: { columns: ['expiresAt'] }, byKeyId: { columns: ['keyId'] } },
  },
  /** Leases for work that one node does at a time. */
  leases: {
    columns: { name: 'text', owner: 'text', until: 'time', generation: 'integer' },
    key: ['tenant', 'name'],
  },
} as const satisfies Readonly<Record<string, TableDeclaration>>;
