import type { TableLayout } from '../../schema/table-layout.ts';

/** Keys, sealed secrets, settings and leases, as of the first release. */
export const SECURITY_LAYOUTS: readonly TableLayout[] = [
  {
    name: 'portcullis_meta',
    columns: { tenant: 'text', name: 'text', value: 'json' },
    key: { name: 'portcullis_meta_key', columns: ['tenant', 'name'] },
  },
  {
    name: 'portcullis_settings',
    columns: { tenant: 'text', name: 'text', value: 'json', updated_at: 'time' },
    key: { name: 'portcullis_settings_key', columns: ['tenant', 'name'] },
    indexes: [{ name: 'portcullis_settings_by_name', columns: ['name', 'tenant'] }],
  },
  {
    name: 'portcullis_secrets',
    columns: {
      tenant: 'text',
      id: 'id',
      owner: 'text',
      name: 'text',
      status: 'text',
      key_id: 'text',
      sealed: 'bytes',
      created_at: 'time',
      expires_at: 'time?',
    },
    key: { name: 'portcullis_secrets_key', columns: ['id'] },
    indexes: [
      { name: 'portcullis_secrets_by_owner', columns: ['owner', 'name', 'id'] },
      { name: 'portcullis_secrets_by_key', columns: ['key_id'] },
    ],
  },
  {
    name: 'portcullis_api_keys',
    columns: {
      tenant: 'text',
      id: 'id',
      hash: 'text',
      prefix: 'text',
      name: 'text',
      principal_id: 'integer',
      principal_name: 'text',
      permissions: 'json',
      groups: 'json',
      issued_by: 'integer?',
      created_at: 'time',
      expires_at: 'time?',
      last_used_at: 'time?',
      revoked_at: 'time?',
    },
    key: { name: 'portcullis_api_keys_key', columns: ['id'] },
    unique: [{ name: 'portcullis_api_keys_one_hash', columns: ['hash'] }],
    indexes: [
      { name: 'portcullis_api_keys_by_principal', columns: ['tenant', 'principal_id', 'id'] },
      { name: 'portcullis_api_keys_by_issuer', columns: ['issued_by', 'id'] },
    ],
  },
  {
    name: 'portcullis_integration_keys',
    columns: { tenant: 'text', hash: 'text', integration_id: 'integer', created_at: 'time', valid_until: 'time?' },
    key: { name: 'portcullis_integration_keys_key', columns: ['hash'] },
    indexes: [{ name: 'portcullis_integration_keys_by_integration', columns: ['integration_id'] }],
  },
  {
    name: 'portcullis_idempotency_keys',
    columns: {
      tenant: 'text',
      key: 'text',
      key_id: 'text',
      sealed: 'bytes',
      owner: 'text',
      lease_until: 'time?',
      generation: 'integer',
      created_at: 'time',
      finished_at: 'time?',
      expires_at: 'time',
    },
    key: { name: 'portcullis_idempotency_keys_key', columns: ['tenant', 'key'] },
    indexes: [
      { name: 'portcullis_idempotency_keys_by_expiry', columns: ['expires_at'] },
      { name: 'portcullis_idempotency_keys_by_key_id', columns: ['key_id'] },
    ],
  },
  {
    name: 'portcullis_leases',
    columns: { tenant: 'text', name: 'text', owner: 'text', until: 'time', generation: 'integer' },
    key: { name: 'portcullis_leases_key', columns: ['tenant', 'name'] },
  },
];
