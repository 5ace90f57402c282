-- Run the queries below on a connection to database "governance", and the last statement on another connection.
-- The contents of database "governance" are dropped with it. Check first: the objects that these queries list do not belong to this integration.
-- SELECT 'schema' AS kind, space.nspname AS name FROM pg_catalog.pg_namespace AS space WHERE space.nspname <> 'information_schema' AND space.nspname <> 'catalog_history' AND substring(space.nspname, 1, 3) <> 'pg_' AND space.nspname <> 'public' AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_user AS account WHERE account.usesysid = space.nspowner AND account.usename = 'governance_service') ORDER BY 2;
-- SELECT CASE made.relkind WHEN 'v' THEN 'view' WHEN 'S' THEN 'sequence' ELSE 'table' END AS kind, space.nspname || '.' || made.relname AS name FROM pg_catalog.pg_class AS made, pg_catalog.pg_namespace AS space WHERE made.relnamespace = space.oid AND made.relkind IN ('r', 'v', 'm', 'f', 'p', 'S') AND space.nspname <> 'information_schema' AND space.nspname <> 'catalog_history' AND substring(space.nspname, 1, 3) <> 'pg_' AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_user AS account WHERE account.usesysid = made.relowner AND account.usename = 'governance_service') ORDER BY 2;
-- SELECT 'procedure' AS kind, space.nspname || '.' || made.proname AS name FROM pg_catalog.pg_proc AS made, pg_catalog.pg_namespace AS space WHERE made.pronamespace = space.oid AND space.nspname <> 'information_schema' AND space.nspname <> 'catalog_history' AND substring(space.nspname, 1, 3) <> 'pg_' AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_user AS account WHERE account.usesysid = made.proowner AND account.usename = 'governance_service') ORDER BY 2;
-- SELECT 'library' AS kind, made.name AS name FROM pg_catalog.pg_library AS made WHERE made.owner NOT IN (SELECT account.usesysid FROM pg_catalog.pg_user AS account WHERE account.usename = 'governance_service') ORDER BY 2;
-- SELECT 'row-level security policy' AS kind, made.polname AS name FROM pg_catalog.svv_rls_policy AS made WHERE made.poldb = 'governance' AND made.polmodifiedby <> 'governance_service' ORDER BY 2;
-- SELECT 'masking policy' AS kind, made.policy_name AS name FROM pg_catalog.svv_masking_policy AS made WHERE made.policy_database = 'governance' AND made.policy_modified_by <> 'governance_service' ORDER BY 2;
-- SELECT 'data share' AS kind, made.share_name AS name FROM pg_catalog.svv_datashares AS made WHERE made.share_type = 'OUTBOUND' AND made.source_database = 'governance' AND made.share_owner NOT IN (SELECT account.usesysid FROM pg_catalog.pg_user AS account WHERE account.usename = 'governance_service') ORDER BY 2;
-- Check that database "governance" belongs to this integration, then run:
-- DROP DATABASE "governance" FORCE;

BEGIN;
CREATE PROCEDURE public.portcullis_part_2() AS $guard$
DECLARE
  guard_found bigint;
  guard_ours bigint;
  guard_subject varchar(512);
  guard_row RECORD;
BEGIN
  guard_subject := 'database "governance"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.pg_database AS listed WHERE listed.datname = 'governance' AND EXISTS (SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'portcullis_governance_d05c703da808')) AS guard_probe;
  IF guard_found > 0 THEN
    SELECT INTO guard_ours count(*) FROM (SELECT listed.datname AS name FROM pg_catalog.pg_database AS listed WHERE listed.oid IN (SELECT platform_id FROM "portcullis_governance_d05c703da808"."marks" WHERE mark = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database')) AS guard_probe;
    IF guard_ours > 0 THEN
      RAISE EXCEPTION 'Portcullis stopped at %: it still exists. Run the statement above that removes it, then this part again.', guard_subject;
    END IF;
  END IF;

  guard_subject := 'grant "usage and select on dev.portcullis_governance_d05c703da808 to the service account"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.pg_user AS account, pg_catalog.pg_namespace AS space WHERE account.usename = 'governance_service' AND space.nspname = 'portcullis_governance_d05c703da808') AS guard_probe;
  IF guard_found > 0 THEN
    SELECT INTO guard_ours count(*) FROM (SELECT listed.usename AS name FROM pg_catalog.pg_user AS listed WHERE listed.usesysid IN (SELECT platform_id FROM "portcullis_governance_d05c703da808"."marks" WHERE mark = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-account') AND NOT listed.usesuper AND listed.usename <> current_user) AS guard_probe;
    IF guard_ours > 0 THEN
      REVOKE SELECT ON TABLE "portcullis_governance_d05c703da808"."marks" FROM "governance_service";
      REVOKE USAGE ON SCHEMA "portcullis_governance_d05c703da808" FROM "governance_service";
    ELSE
      RAISE INFO '% was not created for this integration and is not changed.', guard_subject;
    END IF;
  END IF;

  guard_subject := 'user "governance_service"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.pg_user AS listed WHERE listed.usename = 'governance_service' AND EXISTS (SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'portcullis_governance_d05c703da808')) AS guard_probe;
  IF guard_found > 0 THEN
    SELECT INTO guard_ours count(*) FROM (SELECT listed.usename AS name FROM pg_catalog.pg_user AS listed WHERE listed.usesysid IN (SELECT platform_id FROM "portcullis_governance_d05c703da808"."marks" WHERE mark = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-account') AND NOT listed.usesuper AND listed.usename <> current_user) AS guard_probe WHERE guard_probe.name = 'governance_service';
    IF guard_ours > 0 THEN
      DROP USER IF EXISTS "governance_service";
    ELSE
      RAISE INFO '% was not created for this integration and is not changed.', guard_subject;
    END IF;
  END IF;

  guard_subject := 'role "governance_impersonation"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.svv_roles AS listed WHERE listed.role_name = 'governance_impersonation' AND EXISTS (SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'portcullis_governance_d05c703da808')) AS guard_probe;
  IF guard_found > 0 THEN
    SELECT INTO guard_ours count(*) FROM (SELECT listed.role_name AS name FROM pg_catalog.svv_roles AS listed WHERE listed.role_id IN (SELECT platform_id FROM "portcullis_governance_d05c703da808"."marks" WHERE mark = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:impersonation-role')) AS guard_probe WHERE guard_probe.name = 'governance_impersonation';
    IF guard_ours > 0 THEN
      DROP ROLE "governance_impersonation" FORCE;
      DELETE FROM "portcullis_governance_d05c703da808"."marks" WHERE mark = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:impersonation-role';
    ELSE
      RAISE INFO '% was not created for this integration and is not changed.', guard_subject;
    END IF;
  END IF;

  guard_subject := 'registry "dev.portcullis_governance_d05c703da808"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.pg_namespace AS space WHERE space.nspname = 'portcullis_governance_d05c703da808' UNION ALL SELECT 1 WHERE current_database() <> 'dev') AS guard_probe;
  IF guard_found > 0 THEN
    SELECT INTO guard_ours count(*) FROM (SELECT 1 FROM pg_catalog.pg_namespace AS space WHERE space.nspname = 'portcullis_governance_d05c703da808' AND EXISTS (SELECT 1 FROM pg_catalog.pg_class AS listed, pg_catalog.pg_attrdef AS preset WHERE listed.relnamespace = space.oid AND listed.relname = 'marks' AND preset.adrelid = listed.oid AND strpos(pg_catalog.pg_get_expr(preset.adbin, preset.adrelid), 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:registry') > 0) AND current_database() = 'dev') AS guard_probe;
    IF guard_ours > 0 THEN
      DROP TABLE IF EXISTS "portcullis_governance_d05c703da808"."marks";
      DROP SCHEMA IF EXISTS "portcullis_governance_d05c703da808";
    ELSE
      RAISE INFO '% was not created for this integration and is not changed.', guard_subject;
    END IF;
  END IF;
END;
$guard$ LANGUAGE plpgsql SET search_path TO pg_catalog;
CALL public.portcullis_part_2();
DROP PROCEDURE public.portcullis_part_2();
COMMIT;
