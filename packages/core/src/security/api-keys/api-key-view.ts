import { isoTime } from '../../kernel/time/iso-time.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { ApiKeyView } from './api-keys-service.ts';

/** A stored key as it is listed. */
export function toApiKeyView(row: Row<'apiKeys'>): ApiKeyView {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    principalId: row.principalId,
    principalName: row.principalName,
    permissions: row.permissions,
    ...(row.issuedBy === null ? {} : { issuedBy: row.issuedBy }),
    createdAt: isoTime(row.createdAt),
    ...(row.expiresAt === null ? {} : { expiresAt: isoTime(row.expiresAt) }),
    ...(row.lastUsedAt === null ? {} : { lastUsedAt: isoTime(row.lastUsedAt) }),
    ...(row.revokedAt === null ? {} : { revokedAt: isoTime(row.revokedAt) }),
  };
}
