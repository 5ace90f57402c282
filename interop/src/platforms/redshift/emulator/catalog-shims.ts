/**
 * The catalog objects that Amazon Redshift has and PostgreSQL lacks, as objects of `pg_catalog`, where the plugin looks
 * for them. A role is an account that cannot sign in. The comments of roles hold system privileges and the owners of
 * roles, because all databases of a server share them.
 *
 * Sources: Amazon Redshift Database Developer Guide, "SVV_ROLES", "SVV_USER_GRANTS", "SVV_ROLE_GRANTS",
 * "SVV_SYSTEM_PRIVILEGES", "SVV_SCHEMA_PRIVILEGES" (who sees which rows), "PG_LIBRARY",
 * "SVV_RLS_POLICY", "SVV_MASKING_POLICY", "SVV_DATASHARES", "VERSION", "System permissions for RBAC".
 */
export const CATALOG_SHIMS: readonly string[] = [
  `CREATE OR REPLACE FUNCTION pg_catalog.version() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT 'PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2 20041017 (Red Hat 3.4.2-6.fc3), Redshift 1.0.75379'::text $$`,
  `CREATE FUNCTION pg_catalog.redshift_is_superuser() RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user $$`,
  `CREATE FUNCTION pg_catalog.redshift_reached() RETURNS SETOF oid LANGUAGE sql STABLE AS $$
    WITH RECURSIVE reached(id) AS (
      SELECT oid FROM pg_catalog.pg_roles WHERE rolname = session_user
      UNION SELECT held.roleid FROM pg_catalog.pg_auth_members AS held, reached WHERE held.member = reached.id)
    SELECT id FROM reached $$`,
  `CREATE VIEW pg_catalog.svv_roles AS
    SELECT oid::bigint AS role_id, rolname::text AS role_name FROM pg_catalog.pg_roles
    WHERE NOT rolcanlogin AND rolname NOT LIKE 'pg!_%' ESCAPE '!'
      AND (pg_catalog.redshift_is_superuser() OR oid IN (SELECT pg_catalog.redshift_reached())
        OR pg_catalog.shobj_description(oid, 'pg_authid') = 'owner:' || session_user)`,
  `CREATE VIEW pg_catalog.svv_user_grants AS
    SELECT member.rolname::text AS user_name, held.rolname::text AS role_name
    FROM pg_catalog.pg_auth_members AS pair, pg_catalog.pg_roles AS member, pg_catalog.pg_roles AS held
    WHERE pair.member = member.oid AND pair.roleid = held.oid AND member.rolcanlogin
      AND (pg_catalog.redshift_is_superuser() OR member.rolname = session_user)`,
  `CREATE VIEW pg_catalog.svv_role_grants AS
    SELECT member.rolname::text AS role_name, held.rolname::text AS granted_role_name
    FROM pg_catalog.pg_auth_members AS pair, pg_catalog.pg_roles AS member, pg_catalog.pg_roles AS held
    WHERE pair.member = member.oid AND pair.roleid = held.oid AND NOT member.rolcanlogin`,
  `CREATE VIEW pg_catalog.svv_system_privileges AS
    SELECT pg_catalog.unnest(pg_catalog.string_to_array(pg_catalog.substring(pg_catalog.shobj_description(oid, 'pg_authid'), 8), ',')) AS system_privilege,
      rolname::text AS identity_name, 'role'::text AS identity_type
    FROM pg_catalog.pg_roles WHERE pg_catalog.shobj_description(oid, 'pg_authid') LIKE 'system:%'
      AND (pg_catalog.redshift_is_superuser() OR oid IN (SELECT pg_catalog.redshift_reached()))`,
  `CREATE VIEW pg_catalog.svv_schema_privileges AS
    SELECT space.nspname::text AS namespace_name, access.privilege_type, grantee.rolname::text AS identity_name,
      CASE WHEN grantee.rolcanlogin THEN 'user' ELSE 'role' END AS identity_type
    FROM pg_catalog.pg_namespace AS space, pg_catalog.aclexplode(space.nspacl) AS access, pg_catalog.pg_roles AS grantee
    WHERE access.grantee = grantee.oid AND (pg_catalog.redshift_is_superuser() OR grantee.oid IN (SELECT pg_catalog.redshift_reached()))`,
  'CREATE TABLE pg_catalog.pg_library (name name, owner integer)',
  'CREATE TABLE pg_catalog.svv_rls_policy (poldb text, polname text, polmodifiedby text)',
  'CREATE TABLE pg_catalog.svv_masking_policy (policy_database text, policy_name text, policy_modified_by text)',
  'CREATE TABLE pg_catalog.svv_datashares (share_name varchar(128), share_owner integer, source_database varchar(128), share_type varchar(8))',
  `CREATE FUNCTION pg_catalog.redshift_grant_system(privilege text, grantee text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE held text;
    BEGIN
      SELECT INTO held pg_catalog.shobj_description(oid, 'pg_authid') FROM pg_catalog.pg_roles WHERE rolname = grantee;
      held := CASE WHEN held LIKE 'system:%' THEN held || ',' || privilege ELSE 'system:' || privilege END;
      EXECUTE pg_catalog.format('COMMENT ON ROLE %I IS %L', grantee, held);
    END $$`,
  `CREATE FUNCTION pg_catalog.redshift_system(privilege text, about text, statement text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
    DECLARE allowed boolean;
    BEGIN
      SELECT INTO allowed pg_catalog.redshift_is_superuser()
        OR EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE oid IN (SELECT pg_catalog.redshift_reached())
          AND ',' || pg_catalog.substring(pg_catalog.shobj_description(oid, 'pg_authid'), 8) || ',' LIKE '%,' || privilege || ',%')
        OR (privilege = 'ALTER USER' AND about = session_user)
        OR (privilege = 'ALTER ROLE' AND EXISTS (SELECT 1 FROM pg_catalog.pg_roles
          WHERE rolname = about AND pg_catalog.shobj_description(oid, 'pg_authid') = 'owner:' || session_user));
      IF NOT allowed THEN
        RAISE EXCEPTION 'permission denied to %', pg_catalog.lower(privilege) USING ERRCODE = '42501';
      END IF;
      EXECUTE statement;
      IF privilege = 'CREATE ROLE' AND NOT pg_catalog.redshift_is_superuser() THEN
        EXECUTE pg_catalog.format('COMMENT ON ROLE %I IS %L', about, 'owner:' || session_user);
      END IF;
    END $$`,
  ...[
    'svv_roles',
    'svv_user_grants',
    'svv_role_grants',
    'svv_system_privileges',
    'svv_schema_privileges',
    'pg_library',
    'svv_rls_policy',
    'svv_masking_policy',
    'svv_datashares',
  ].map((view) => `GRANT SELECT ON pg_catalog.${view} TO PUBLIC`),
];
