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
  -- create database "GOVERNANCE"
  state := 'absent';
  seen := (SHOW DATABASES LIKE 'GOVERNANCE');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database', 'ours', 'foreign'));
  END FOR;
  IF (state = 'absent') THEN
    CREATE DATABASE "GOVERNANCE" COMMENT = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database';
  ELSEIF (state = 'foreign') THEN
    RAISE foreign_1;
  END IF;

  -- create schema "GOVERNANCE.PORTCULLIS_SYSTEM"
  -- create schema "GOVERNANCE.PORTCULLIS_POLICIES"
  state := 'absent';
  seen := (SHOW DATABASES LIKE 'GOVERNANCE');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_2;
  END IF;
  CREATE SCHEMA IF NOT EXISTS "GOVERNANCE"."PORTCULLIS_SYSTEM" WITH MANAGED ACCESS COMMENT = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-schema';
  CREATE SCHEMA IF NOT EXISTS "GOVERNANCE"."PORTCULLIS_POLICIES" WITH MANAGED ACCESS COMMENT = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:policy-schema';

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
BEGIN
  -- create role "GOVERNANCE_SYSTEM"
  state := 'absent';
  seen := (SHOW ROLES LIKE 'GOVERNANCE_SYSTEM');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE_SYSTEM', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-role', 'ours', 'foreign'));
  END FOR;
  IF (state = 'absent') THEN
    CREATE ROLE "GOVERNANCE_SYSTEM" COMMENT = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-role';
  ELSEIF (state = 'foreign') THEN
    RAISE foreign_1;
  END IF;

  -- create user "GOVERNANCE_SYSTEM_ACCOUNT"
  state := 'absent';
  seen := (SHOW USERS LIKE 'GOVERNANCE_SYSTEM_ACCOUNT');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE_SYSTEM_ACCOUNT', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-user', 'ours', 'foreign'));
  END FOR;
  IF (state = 'absent') THEN
    CREATE USER "GOVERNANCE_SYSTEM_ACCOUNT" TYPE = SERVICE RSA_PUBLIC_KEY = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArgFUloVjSe5n6BLoTukW8pBx68GHikbZ+NJQIInWNsEbg1MkH74zJJGqaWPbtLV4AdQ9RBQciheGfr5Cl5CHU99xbbVytghxYx/QGxJNBktk285zH1TJGK3e1z5PS84kHrx0Myuc7YweyNYwpQL9XYf63NUouSlORndhHYh77/uttD0yPCHOL5yyTxID6RGATggjGOX+Sej4I/7MPI4tI9d3lp/E5SU5+9CpTB/OjbXMTC9YezIBwAFzRLVBdQX2N4tHgQ6cos6B7P6/d882z3gzzrLprxcVo9P8a7k5eMxYftIs1FV0hnfc+TINdxi0plQHcW7BDNfdb3IQ1/qNRQIDAQAB' DEFAULT_ROLE = "GOVERNANCE_SYSTEM" DEFAULT_WAREHOUSE = "GOVERNANCE_WH" DEFAULT_NAMESPACE = "GOVERNANCE"."PORTCULLIS_SYSTEM" DEFAULT_SECONDARY_ROLES = () COMMENT = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-user';
  ELSEIF (state = 'foreign') THEN
    RAISE foreign_2;
  END IF;

  -- create grant "role GOVERNANCE_SYSTEM to user GOVERNANCE_SYSTEM_ACCOUNT"
  state := 'absent';
  seen := (SHOW USERS LIKE 'GOVERNANCE_SYSTEM_ACCOUNT');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE_SYSTEM_ACCOUNT', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-user', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_3;
  END IF;
  GRANT ROLE "GOVERNANCE_SYSTEM" TO USER "GOVERNANCE_SYSTEM_ACCOUNT";

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
  foreign_4 EXCEPTION (-20004, 'Portcullis stopped at schema-ownership: it, or an object on which it depends, is missing or was not created for this integration.');
BEGIN
  -- create grant "usage on warehouse GOVERNANCE_WH to role GOVERNANCE_SYSTEM"
  state := 'absent';
  seen := (SHOW ROLES LIKE 'GOVERNANCE_SYSTEM');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE_SYSTEM', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-role', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_1;
  END IF;
  GRANT USAGE ON WAREHOUSE "GOVERNANCE_WH" TO ROLE "GOVERNANCE_SYSTEM";

  -- create grant "usage and create schema on database GOVERNANCE to role GOVERNANCE_SYSTEM"
  state := 'absent';
  seen := (SHOW DATABASES LIKE 'GOVERNANCE');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_2;
  END IF;
  GRANT USAGE ON DATABASE "GOVERNANCE" TO ROLE "GOVERNANCE_SYSTEM";
  GRANT CREATE SCHEMA ON DATABASE "GOVERNANCE" TO ROLE "GOVERNANCE_SYSTEM";

  -- create grant "apply masking policy on the account to role GOVERNANCE_SYSTEM"
  -- create grant "apply row access policy on the account to role GOVERNANCE_SYSTEM"
  state := 'absent';
  seen := (SHOW ROLES LIKE 'GOVERNANCE_SYSTEM');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE_SYSTEM', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-role', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_3;
  END IF;
  GRANT APPLY MASKING POLICY ON ACCOUNT TO ROLE "GOVERNANCE_SYSTEM";
  GRANT APPLY ROW ACCESS POLICY ON ACCOUNT TO ROLE "GOVERNANCE_SYSTEM";

  -- create grant "ownership of the schemas of database GOVERNANCE to role GOVERNANCE_SYSTEM"
  state := 'absent';
  seen := (SHOW DATABASES LIKE 'GOVERNANCE');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database', 'ours', 'foreign'));
  END FOR;
  IF (state <> 'ours') THEN
    RAISE foreign_4;
  END IF;
  GRANT OWNERSHIP ON SCHEMA "GOVERNANCE"."PORTCULLIS_SYSTEM" TO ROLE "GOVERNANCE_SYSTEM" COPY CURRENT GRANTS;
  GRANT OWNERSHIP ON SCHEMA "GOVERNANCE"."PORTCULLIS_POLICIES" TO ROLE "GOVERNANCE_SYSTEM" COPY CURRENT GRANTS;

  RETURN 'done';
END;
$$;
