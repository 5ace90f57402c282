BEGIN;
CREATE PROCEDURE public.portcullis_part_1() AS $guard$
DECLARE
  guard_found bigint;
  guard_ours bigint;
  guard_subject varchar(512);
  guard_row RECORD;
BEGIN
  guard_subject := 'schema "governance.portcullis"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.pg_namespace AS space WHERE space.nspname = 'portcullis' UNION ALL SELECT 1 WHERE current_database() <> 'governance' UNION ALL SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_user WHERE usename = 'governance_service' AND NOT usesuper AND has_database_privilege(usename, current_database(), 'create'))) AS guard_probe;
  IF guard_found = 0 THEN
    CREATE SCHEMA "portcullis" AUTHORIZATION "governance_service";
  ELSE
    SELECT INTO guard_ours count(*) FROM (SELECT 1 FROM pg_catalog.pg_namespace AS space, pg_catalog.pg_user AS account WHERE space.nspname = 'portcullis' AND account.usesysid = space.nspowner AND account.usename = 'governance_service' AND current_database() = 'governance') AS guard_probe;
    IF guard_ours = 0 THEN
      RAISE EXCEPTION 'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.', guard_subject;
    END IF;
  END IF;

  guard_subject := 'schema "governance.portcullis_views"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.pg_namespace AS space WHERE space.nspname = 'portcullis_views' UNION ALL SELECT 1 WHERE current_database() <> 'governance' UNION ALL SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_user WHERE usename = 'governance_service' AND NOT usesuper AND has_database_privilege(usename, current_database(), 'create'))) AS guard_probe;
  IF guard_found = 0 THEN
    CREATE SCHEMA "portcullis_views" AUTHORIZATION "governance_service";
  ELSE
    SELECT INTO guard_ours count(*) FROM (SELECT 1 FROM pg_catalog.pg_namespace AS space, pg_catalog.pg_user AS account WHERE space.nspname = 'portcullis_views' AND account.usesysid = space.nspowner AND account.usename = 'governance_service' AND current_database() = 'governance') AS guard_probe;
    IF guard_ours = 0 THEN
      RAISE EXCEPTION 'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.', guard_subject;
    END IF;
  END IF;

  guard_subject := 'table "governance.portcullis.impersonations"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.pg_class AS listed, pg_catalog.pg_namespace AS space WHERE listed.relnamespace = space.oid AND space.nspname = 'portcullis' AND listed.relname = 'impersonations' UNION ALL SELECT 1 WHERE current_database() <> 'governance') AS guard_probe;
  IF guard_found = 0 THEN
    CREATE TABLE "portcullis"."impersonations" (account varchar(128) NOT NULL, acts_as varchar(128) NOT NULL);
    ALTER TABLE "portcullis"."impersonations" OWNER TO "governance_service";
  ELSE
    SELECT INTO guard_ours count(*) FROM (SELECT 1 FROM pg_catalog.pg_class AS listed, pg_catalog.pg_namespace AS space, pg_catalog.pg_user AS account WHERE listed.relnamespace = space.oid AND space.nspname = 'portcullis' AND listed.relname = 'impersonations' AND account.usesysid = listed.relowner AND account.usename = 'governance_service' AND current_database() = 'governance') AS guard_probe;
    IF guard_ours = 0 THEN
      RAISE EXCEPTION 'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.', guard_subject;
    END IF;
  END IF;

  guard_subject := 'procedure "governance.portcullis.impersonate"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.pg_proc AS listed, pg_catalog.pg_namespace AS space WHERE listed.pronamespace = space.oid AND space.nspname = 'portcullis' AND listed.proname = 'impersonate' AND listed.pronargs = 1 UNION ALL SELECT 1 WHERE current_database() <> 'governance') AS guard_probe;
  IF guard_found = 0 THEN
    CREATE OR REPLACE PROCEDURE "portcullis"."impersonate"(wanted IN varchar(128)) AS $body$
DECLARE
  candidates bigint;
BEGIN
  SELECT INTO candidates count(*) FROM pg_catalog.pg_user AS known WHERE known.usename = wanted AND NOT known.usesuper;
  IF candidates = 0 THEN
    RAISE EXCEPTION 'There is no user % who can be impersonated.', wanted;
  END IF;
  DELETE FROM "portcullis"."impersonations" WHERE account = session_user;
  INSERT INTO "portcullis"."impersonations" (account, acts_as) VALUES (session_user, wanted);
END;
$body$ LANGUAGE plpgsql SECURITY DEFINER SET search_path TO pg_catalog;
    REVOKE ALL ON PROCEDURE "portcullis"."impersonate"(varchar) FROM PUBLIC;
    ALTER PROCEDURE "portcullis"."impersonate"(varchar) OWNER TO "governance_service";
  ELSE
    SELECT INTO guard_ours count(*) FROM (SELECT 1 FROM pg_catalog.pg_proc AS listed, pg_catalog.pg_namespace AS space, pg_catalog.pg_user AS account WHERE listed.pronamespace = space.oid AND space.nspname = 'portcullis' AND listed.proname = 'impersonate' AND listed.pronargs = 1 AND account.usesysid = listed.proowner AND account.usename = 'governance_service' AND current_database() = 'governance') AS guard_probe;
    IF guard_ours = 0 THEN
      RAISE EXCEPTION 'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.', guard_subject;
    END IF;
  END IF;

  guard_subject := 'procedure "governance.portcullis.stop_impersonating"';
  SELECT INTO guard_found count(*) FROM (SELECT 1 FROM pg_catalog.pg_proc AS listed, pg_catalog.pg_namespace AS space WHERE listed.pronamespace = space.oid AND space.nspname = 'portcullis' AND listed.proname = 'stop_impersonating' AND listed.pronargs = 0 UNION ALL SELECT 1 WHERE current_database() <> 'governance') AS guard_probe;
  IF guard_found = 0 THEN
    CREATE OR REPLACE PROCEDURE "portcullis"."stop_impersonating"() AS $body$
BEGIN
  DELETE FROM "portcullis"."impersonations" WHERE account = session_user;
END;
$body$ LANGUAGE plpgsql SECURITY DEFINER SET search_path TO pg_catalog;
    REVOKE ALL ON PROCEDURE "portcullis"."stop_impersonating"() FROM PUBLIC;
    ALTER PROCEDURE "portcullis"."stop_impersonating"() OWNER TO "governance_service";
  ELSE
    SELECT INTO guard_ours count(*) FROM (SELECT 1 FROM pg_catalog.pg_proc AS listed, pg_catalog.pg_namespace AS space, pg_catalog.pg_user AS account WHERE listed.pronamespace = space.oid AND space.nspname = 'portcullis' AND listed.proname = 'stop_impersonating' AND listed.pronargs = 0 AND account.usesysid = listed.proowner AND account.usename = 'governance_service' AND current_database() = 'governance') AS guard_probe;
    IF guard_ours = 0 THEN
      RAISE EXCEPTION 'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.', guard_subject;
    END IF;
  END IF;

  guard_subject := 'grant "execute on the procedures of governance.portcullis to the impersonation role"';
  SELECT INTO guard_ours count(*) FROM (SELECT 1 FROM pg_catalog.pg_namespace AS space, pg_catalog.pg_user AS account WHERE space.nspname = 'portcullis' AND account.usesysid = space.nspowner AND account.usename = 'governance_service' AND current_database() = 'governance') AS guard_probe;
  IF guard_ours = 0 THEN
    RAISE EXCEPTION 'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.', guard_subject;
  END IF;
  GRANT USAGE ON SCHEMA "portcullis" TO ROLE "governance_impersonation";
  GRANT EXECUTE ON PROCEDURE "portcullis"."impersonate"(varchar) TO ROLE "governance_impersonation";
  GRANT EXECUTE ON PROCEDURE "portcullis"."stop_impersonating"() TO ROLE "governance_impersonation";
END;
$guard$ LANGUAGE plpgsql SET search_path TO pg_catalog;
CALL public.portcullis_part_1();
DROP PROCEDURE public.portcullis_part_1();
COMMIT;
