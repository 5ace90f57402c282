import type { TableDeclaration } from './columns.ts';

/** The tables of keys, sealed secrets, settings and the coordination of nodes. */
export const SECURITY_TABLES = {
  /** The instance's own facts: its id, and a sealed probe for checking the configured keys. */
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
      /** The id of the key that sealed it; never the key. */
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
      /** The first characters, by which users recognise it. */
      prefix: 'text',
      name: 'text',
      principalId: 'integer',
      principalName: 'text',
      permissions: 'json',
      groups: 'json',
      /** The key that it was issued with; null for what code or a host's own sign-in issued. */
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
  /** Keys of platforms that are configured from their own side. The key itself is among the sealed secrets. */
  integrationKeys: {
    columns: {
      /** SHA-256 of the key, hexadecimal. */
      hash: 'text',
      integrationId: 'integer',
      createdAt: 'time',
      /** Set when a newer key exists: until then the old one is accepted, too. */
      validUntil: 'time?',
    },
    key: ['hash'],
    indexes: { byIntegration: { columns: ['integrationId'] } },
  },
  /** Requests whose repetition is answered with the first answer. */
  idempotencyKeys: {
    columns: {
      /** A digest of principal, operation and the caller's key. */
      key: 'text',
      /** The id of the key that sealed it. */
      keyId: 'text',
      /** A digest of the request and, once there is one, the answer. */
      sealed: 'bytes',
      /** The node that works on the request. */
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
  /** Leases of work that only one node does at a time. */
  leases: {
    columns: { name: 'text', owner: 'text', until: 'time', generation: 'integer' },
    key: ['tenant', 'name'],
  },
} as const satisfies Readonly<Record<string, TableDeclaration>>;
