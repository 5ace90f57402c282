BEGIN;
CREATE PROCEDURE public.portcullis_part_1() AS $guard$
DECLARE
  guard_found bigint;
  guard_ours bigint;
  guard_subject varchar(512);
  guard_row RECORD;
BEGIN
  guard_subject := 'registry "dev.portcullis_governance_d05c703da808"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.pg_namespace AS space WHERE space.nspname = 'portcullis_governance_d05c703da808' UNION ALL SELECT 1 WHERE current_database() <> 'dev') AS guard_probe;
  IF guard_found = 0 THEN
    CREATE SCHEMA "portcullis_governance_d05c703da808" CREATE TABLE "marks" (kind varchar(32) NOT NULL, name varchar(256) NOT NULL, mark varchar(160) DEFAULT 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:registry' NOT NULL, platform_id bigint);
  ELSE
    SELECT INTO guard_ours count(*) FROM (SELECT 1 FROM pg_catalog.pg_namespace AS space WHERE space.nspname = 'portcullis_governance_d05c703da808' AND EXISTS (SELECT 1 FROM pg_catalog.pg_class AS listed, pg_catalog.pg_attrdef AS preset WHERE listed.relnamespace = space.oid AND listed.relname = 'marks' AND preset.adrelid = listed.oid AND strpos(pg_catalog.pg_get_expr(preset.adbin, preset.adrelid), 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:registry') > 0) AND current_database() = 'dev') AS guard_probe;
    IF guard_ours = 0 THEN
      RAISE EXCEPTION 'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.', guard_subject;
    END IF;
  END IF;

  guard_subject := 'database "governance"';
  DELETE FROM "portcullis_governance_d05c703da808"."marks" WHERE mark = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database' AND platform_id IS NULL;
  INSERT INTO "portcullis_governance_d05c703da808"."marks" (kind, name, mark) SELECT 'database', 'governance', 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database' WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_database AS listed WHERE listed.datname = 'governance');
END;
$guard$ LANGUAGE plpgsql SET search_path TO pg_catalog;
CALL public.portcullis_part_1();
DROP PROCEDURE public.portcullis_part_1();
COMMIT;

-- Run it alone and outside a transaction. If database "governance" exists already, it fails and changes nothing.
CREATE DATABASE "governance";

BEGIN;
CREATE PROCEDURE public.portcullis_part_3(guard_statement_1 varchar(4096)) AS $guard$
DECLARE
  guard_found bigint;
  guard_ours bigint;
  guard_subject varchar(512);
  guard_row RECORD;
BEGIN
  guard_subject := 'database "governance"';
  UPDATE "portcullis_governance_d05c703da808"."marks" SET platform_id = (SELECT listed.oid FROM pg_catalog.pg_database AS listed WHERE listed.datname = 'governance') WHERE mark = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database' AND platform_id IS NULL;
  SELECT INTO guard_ours count(*) FROM (SELECT listed.datname AS name FROM pg_catalog.pg_database AS listed WHERE listed.oid IN (SELECT platform_id FROM "portcullis_governance_d05c703da808"."marks" WHERE mark = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database')) AS guard_probe;
  IF guard_ours = 0 THEN
    RAISE EXCEPTION 'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.', guard_subject;
  END IF;

  guard_subject := 'user "governance_service"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.pg_user AS listed WHERE listed.usename = 'governance_service' AND EXISTS (SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'portcullis_governance_d05c703da808')) AS guard_probe;
  IF guard_found = 0 THEN
    EXECUTE guard_statement_1;
    INSERT INTO "portcullis_governance_d05c703da808"."marks" (kind, name, mark, platform_id) SELECT 'user', 'governance_service', 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-account', listed.usesysid FROM pg_catalog.pg_user AS listed WHERE listed.usename = 'governance_service';
  ELSE
    SELECT INTO guard_ours count(*) FROM (SELECT listed.usename AS name FROM pg_catalog.pg_user AS listed WHERE listed.usesysid IN (SELECT platform_id FROM "portcullis_governance_d05c703da808"."marks" WHERE mark = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-account') AND NOT listed.usesuper AND listed.usename <> current_user) AS guard_probe WHERE guard_probe.name = 'governance_service';
    IF guard_ours = 0 THEN
      RAISE EXCEPTION 'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.', guard_subject;
    END IF;
  END IF;

  guard_subject := 'grant "usage and select on dev.portcullis_governance_d05c703da808 to the service account"';
  SELECT INTO guard_ours count(*) FROM (SELECT listed.usename AS name FROM pg_catalog.pg_user AS listed WHERE listed.usesysid IN (SELECT platform_id FROM "portcullis_governance_d05c703da808"."marks" WHERE mark = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-account') AND NOT listed.usesuper AND listed.usename <> current_user) AS guard_probe;
  IF guard_ours = 0 THEN
    RAISE EXCEPTION 'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.', guard_subject;
  END IF;
  GRANT USAGE ON SCHEMA "portcullis_governance_d05c703da808" TO "governance_service";
  GRANT SELECT ON TABLE "portcullis_governance_d05c703da808"."marks" TO "governance_service";

  guard_subject := 'grant "create and temporary on database governance to the service account"';
  SELECT INTO guard_ours count(*) FROM (SELECT listed.datname AS name FROM pg_catalog.pg_database AS listed WHERE listed.oid IN (SELECT platform_id FROM "portcullis_governance_d05c703da808"."marks" WHERE mark = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database')) AS guard_probe;
  IF guard_ours = 0 THEN
    RAISE EXCEPTION 'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.', guard_subject;
  END IF;
  REVOKE CREATE, TEMPORARY ON DATABASE "governance" FROM PUBLIC;
  GRANT CREATE, TEMPORARY ON DATABASE "governance" TO "governance_service";

  guard_subject := 'role "governance_impersonation"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.svv_roles AS listed WHERE listed.role_name = 'governance_impersonation' AND EXISTS (SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'portcullis_governance_d05c703da808')) AS guard_probe;
  IF guard_found = 0 THEN
    CREATE ROLE "governance_impersonation";
    INSERT INTO "portcullis_governance_d05c703da808"."marks" (kind, name, mark, platform_id) SELECT 'role', 'governance_impersonation', 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:impersonation-role', listed.role_id FROM pg_catalog.svv_roles AS listed WHERE listed.role_name = 'governance_impersonation';
  ELSE
    SELECT INTO guard_ours count(*) FROM (SELECT listed.role_name AS name FROM pg_catalog.svv_roles AS listed WHERE listed.role_id IN (SELECT platform_id FROM "portcullis_governance_d05c703da808"."marks" WHERE mark = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:impersonation-role')) AS guard_probe WHERE guard_probe.name = 'governance_impersonation';
    IF guard_ours = 0 THEN
      RAISE EXCEPTION 'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.', guard_subject;
    END IF;
  END IF;
END;
$guard$ LANGUAGE plpgsql SET search_path TO pg_catalog;
CALL public.portcullis_part_3($guard$CREATE USER "governance_service" PASSWORD {{servicePassword}} NOCREATEDB$guard$);
DROP PROCEDURE public.portcullis_part_3(varchar(4096));
COMMIT;
