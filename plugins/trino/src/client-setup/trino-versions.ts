/**
 * The versions for which the files differ, newest first. Trino has Open Policy Agent access control since 438.
 *
 * Source: Trino documentation, "Release 438" and "Open Policy Agent access control".
 */
export const TRINO_VERSIONS = [{ id: 'trino-438', title: 'Trino 438 and later' }] as const;
