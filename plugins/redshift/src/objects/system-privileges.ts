/**
 * The system privileges that a set-up may need. Source: Amazon Redshift Database Developer Guide, "System permissions for
 * RBAC".
 */
export const SYSTEM_PRIVILEGES = ['CREATE USER', 'ALTER USER', 'DROP USER', 'CREATE ROLE', 'DROP ROLE'] as const;

/** One of {@link SYSTEM_PRIVILEGES}. */
export type SystemPrivilege = (typeof SYSTEM_PRIVILEGES)[number];

/** The role that has them for the set-up account. On Amazon Redshift, only roles can have them ("GRANT"). */
export const SYSTEM_ROLE = 'portcullis_setup';
