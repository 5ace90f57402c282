USE ROLE "SYSADMIN";
ALTER SESSION SET QUOTED_IDENTIFIERS_IGNORE_CASE = FALSE;
EXECUTE IMMEDIATE $$
DECLARE
  state VARCHAR DEFAULT 'absent';
  found_name VARCHAR DEFAULT '';
  seen RESULTSET;
  foreign_1 EXCEPTION (-20001, 'Portcullis stopped at database: it, or an object on which it depends, is missing or was not created for this integration.');
  foreign_2 EXCEPTION (-20002, 'Portcullis stopped at system-schema, policy-schema: it, or an object on which it depends, is missing or was not created for this integration.');
BEGIN
  -- create database "gov 'quoted' \ "name""
  state := 'absent';
  seen := (SHOW DATABASES);
  FOR item IN seen DO
    state := IFF(item."name" <> 'gov ''quoted'' \\ "name"', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database', 'ours', 'foreign'));
  END FOR;
  IF (state = 'absent') THEN
    CREATE DATABASE "gov 'quoted' \ ""name""" COMMENT = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database';
  ELSEIF (state = 'foreign') THEN
    RAISE foreign_1;
  END IF;

  -- create schema "gov 'quoted' \ "name".PORTCULLIS_SYSTEM"
  -- create schema "gov 'quoted' \ "name".PORTCULLIS_POLICIES"
  state := 'absent';
  seen := (SHOW DATABASES);
  FOR item IN seen DO
    state := IFF(item."name" <> 'gov ''quoted'' \\ "name"', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_2;
  END IF;
  CREATE SCHEMA IF NOT EXISTS "gov 'quoted' \ ""name"""."PORTCULLIS_SYSTEM" WITH MANAGED ACCESS COMMENT = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-schema';
  CREATE SCHEMA IF NOT EXISTS "gov 'quoted' \ ""name"""."PORTCULLIS_POLICIES" WITH MANAGED ACCESS COMMENT = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:policy-schema';

  RETURN 'done';
END;
$$;

USE ROLE "USERADMIN";
ALTER SESSION SET QUOTED_IDENTIFIERS_IGNORE_CASE = FALSE;
EXECUTE IMMEDIATE $$
DECLARE
  state VARCHAR DEFAULT 'absent';
  found_name VARCHAR DEFAULT '';
  seen RESULTSET;
  foreign_1 EXCEPTION (-20001, 'Portcullis stopped at system-role: it, or an object on which it depends, is missing or was not created for this integration.');
  foreign_2 EXCEPTION (-20002, 'Portcullis stopped at service-user: it, or an object on which it depends, is missing or was not created for this integration.');
  foreign_3 EXCEPTION (-20003, 'Portcullis stopped at role-membership: it, or an object on which it depends, is missing or was not created for this integration.');
  foreign_4 EXCEPTION (-20004, 'Portcullis stopped at impersonation-role: it, or an object on which it depends, is missing or was not created for this integration.');
BEGIN
  -- create role "lower role"
  state := 'absent';
  seen := (SHOW ROLES LIKE 'lower role');
  FOR item IN seen DO
    state := IFF(item."name" <> 'lower role', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-role', 'ours', 'foreign'));
  END FOR;
  IF (state = 'absent') THEN
    CREATE ROLE "lower role" COMMENT = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-role';
  ELSEIF (state = 'foreign') THEN
    RAISE foreign_1;
  END IF;

  -- create user "svc@example.com"
  state := 'absent';
  seen := (SHOW USERS LIKE 'svc@example.com');
  FOR item IN seen DO
    state := IFF(item."name" <> 'svc@example.com', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-user', 'ours', 'foreign'));
  END FOR;
  IF (state = 'absent') THEN
    CREATE USER "svc@example.com" TYPE = SERVICE RSA_PUBLIC_KEY = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArgFUloVjSe5n6BLoTukW8pBx68GHikbZ+NJQIInWNsEbg1MkH74zJJGqaWPbtLV4AdQ9RBQciheGfr5Cl5CHU99xbbVytghxYx/QGxJNBktk285zH1TJGK3e1z5PS84kHrx0Myuc7YweyNYwpQL9XYf63NUouSlORndhHYh77/uttD0yPCHOL5yyTxID6RGATggjGOX+Sej4I/7MPI4tI9d3lp/E5SU5+9CpTB/OjbXMTC9YezIBwAFzRLVBdQX2N4tHgQ6cos6B7P6/d882z3gzzrLprxcVo9P8a7k5eMxYftIs1FV0hnfc+TINdxi0plQHcW7BDNfdb3IQ1/qNRQIDAQAB' DEFAULT_ROLE = "lower role" DEFAULT_WAREHOUSE = "my-warehouse" DEFAULT_NAMESPACE = "gov 'quoted' \ ""name"""."PORTCULLIS_SYSTEM" DEFAULT_SECONDARY_ROLES = () COMMENT = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-user';
  ELSEIF (state = 'foreign') THEN
    RAISE foreign_2;
  END IF;

  -- create grant "role lower role to user svc@example.com"
  state := 'absent';
  seen := (SHOW USERS LIKE 'svc@example.com');
  FOR item IN seen DO
    state := IFF(item."name" <> 'svc@example.com', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-user', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_3;
  END IF;
  GRANT ROLE "lower role" TO USER "svc@example.com";

  -- create role "act; DROP DATABASE x --"
  state := 'absent';
  seen := (SHOW ROLES LIKE 'act; DROP DATABASE x --');
  FOR item IN seen DO
    state := IFF(item."name" <> 'act; DROP DATABASE x --', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:impersonation-role', 'ours', 'foreign'));
  END FOR;
  IF (state = 'absent') THEN
    CREATE ROLE "act; DROP DATABASE x --" COMMENT = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:impersonation-role';
  ELSEIF (state = 'foreign') THEN
    RAISE foreign_4;
  END IF;

  RETURN 'done';
END;
$$;

USE ROLE "SECURITYADMIN";
ALTER SESSION SET QUOTED_IDENTIFIERS_IGNORE_CASE = FALSE;
EXECUTE IMMEDIATE $$
DECLARE
  state VARCHAR DEFAULT 'absent';
  found_name VARCHAR DEFAULT '';
  seen RESULTSET;
  foreign_1 EXCEPTION (-20001, 'Portcullis stopped at warehouse-usage: it, or an object on which it depends, is missing or was not created for this integration.');
  foreign_2 EXCEPTION (-20002, 'Portcullis stopped at database-usage: it, or an object on which it depends, is missing or was not created for this integration.');
  foreign_3 EXCEPTION (-20003, 'Portcullis stopped at apply-masking-policy, apply-row-access-policy: it, or an object on which it depends, is missing or was not created for this integration.');
  foreign_4 EXCEPTION (-20004, 'Portcullis stopped at impersonation-visibility: it, or an object on which it depends, is missing or was not created for this integration.');
  foreign_5 EXCEPTION (-20005, 'Portcullis stopped at schema-ownership: it, or an object on which it depends, is missing or was not created for this integration.');
BEGIN
  -- create grant "usage on warehouse my-warehouse to role lower role"
  state := 'absent';
  seen := (SHOW ROLES LIKE 'lower role');
  FOR item IN seen DO
    state := IFF(item."name" <> 'lower role', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-role', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_1;
  END IF;
  GRANT USAGE ON WAREHOUSE "my-warehouse" TO ROLE "lower role";

  -- create grant "usage and create schema on database gov 'quoted' \ "name" to role lower role"
  state := 'absent';
  seen := (SHOW DATABASES);
  FOR item IN seen DO
    state := IFF(item."name" <> 'gov ''quoted'' \\ "name"', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_2;
  END IF;
  GRANT USAGE ON DATABASE "gov 'quoted' \ ""name""" TO ROLE "lower role";
  GRANT CREATE SCHEMA ON DATABASE "gov 'quoted' \ ""name""" TO ROLE "lower role";

  -- create grant "apply masking policy on the account to role lower role"
  -- create grant "apply row access policy on the account to role lower role"
  state := 'absent';
  seen := (SHOW ROLES LIKE 'lower role');
  FOR item IN seen DO
    state := IFF(item."name" <> 'lower role', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-role', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_3;
  END IF;
  GRANT APPLY MASKING POLICY ON ACCOUNT TO ROLE "lower role";
  GRANT APPLY ROW ACCESS POLICY ON ACCOUNT TO ROLE "lower role";

  -- create grant "usage on schema gov 'quoted' \ "name".PORTCULLIS_POLICIES to role act; DROP DATABASE x --"
  state := 'absent';
  seen := (SHOW ROLES LIKE 'act; DROP DATABASE x --');
  FOR item IN seen DO
    state := IFF(item."name" <> 'act; DROP DATABASE x --', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:impersonation-role', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_4;
  END IF;
  GRANT USAGE ON SCHEMA "gov 'quoted' \ ""name"""."PORTCULLIS_POLICIES" TO ROLE "act; DROP DATABASE x --";

  -- create grant "ownership of the schemas of database gov 'quoted' \ "name" to role lower role"
  state := 'absent';
  seen := (SHOW DATABASES);
  FOR item IN seen DO
    state := IFF(item."name" <> 'gov ''quoted'' \\ "name"', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_5;
  END IF;
  GRANT OWNERSHIP ON SCHEMA "gov 'quoted' \ ""name"""."PORTCULLIS_SYSTEM" TO ROLE "lower role" COPY CURRENT GRANTS;
  GRANT OWNERSHIP ON SCHEMA "gov 'quoted' \ ""name"""."PORTCULLIS_POLICIES" TO ROLE "lower role" COPY CURRENT GRANTS;

  RETURN 'done';
END;
$$;
