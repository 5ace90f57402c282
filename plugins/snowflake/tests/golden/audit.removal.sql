USE ROLE "SYSADMIN";
ALTER SESSION SET QUOTED_IDENTIFIERS_IGNORE_CASE = FALSE;
EXECUTE IMMEDIATE $$
DECLARE
  state VARCHAR DEFAULT 'absent';
  found_name VARCHAR DEFAULT '';
  seen RESULTSET;
  foreign_1 EXCEPTION (-20001, 'Portcullis stopped at database: it contains objects that the service does not own. Move or remove them first.');
BEGIN
  -- drop database "GOVERNANCE"
  state := 'absent';
  seen := (SHOW DATABASES LIKE 'GOVERNANCE');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database', 'ours', 'foreign'));
  END FOR;
  IF (state = 'ours') THEN
    found_name := '';
    seen := (SHOW SCHEMAS IN DATABASE "GOVERNANCE");
    FOR item IN seen DO
      found_name := IFF(item."name" = 'PUBLIC', found_name, IFF(item."name" = 'INFORMATION_SCHEMA', found_name, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-schema', found_name, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:policy-schema', found_name, IFF(item."owner" = 'GOVERNANCE_SYSTEM', found_name, item."name")))));
    END FOR;
    seen := (SHOW OBJECTS IN DATABASE "GOVERNANCE");
    FOR item IN seen DO
      found_name := IFF(item."schema_name" = 'INFORMATION_SCHEMA', found_name, IFF(item."owner" = 'GOVERNANCE_SYSTEM', found_name, item."name"));
    END FOR;
    seen := (SHOW STAGES IN DATABASE "GOVERNANCE");
    FOR item IN seen DO
      found_name := IFF(item."schema_name" = 'INFORMATION_SCHEMA', found_name, IFF(item."owner" = 'GOVERNANCE_SYSTEM', found_name, item."name"));
    END FOR;
    seen := (SHOW SEQUENCES IN DATABASE "GOVERNANCE");
    FOR item IN seen DO
      found_name := IFF(item."schema_name" = 'INFORMATION_SCHEMA', found_name, IFF(item."owner" = 'GOVERNANCE_SYSTEM', found_name, item."name"));
    END FOR;
    seen := (SHOW PROCEDURES IN DATABASE "GOVERNANCE");
    FOR item IN seen DO
      found_name := IFF(item."is_builtin" = 'Y', found_name, IFF(item."schema_name" = 'PORTCULLIS_SYSTEM', found_name, IFF(item."schema_name" = 'PORTCULLIS_POLICIES', found_name, item."name")));
    END FOR;
    seen := (SHOW USER FUNCTIONS IN DATABASE "GOVERNANCE");
    FOR item IN seen DO
      found_name := IFF(item."is_builtin" = 'Y', found_name, IFF(item."schema_name" = 'PORTCULLIS_SYSTEM', found_name, IFF(item."schema_name" = 'PORTCULLIS_POLICIES', found_name, item."name")));
    END FOR;
    IF (found_name <> '') THEN
      RAISE foreign_1;
    END IF;
    DROP DATABASE "GOVERNANCE";
  END IF;

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
BEGIN
  -- drop user "GOVERNANCE_SYSTEM_ACCOUNT"
  state := 'absent';
  seen := (SHOW USERS LIKE 'GOVERNANCE_SYSTEM_ACCOUNT');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE_SYSTEM_ACCOUNT', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-user', 'ours', 'foreign'));
  END FOR;
  IF (state = 'ours') THEN
    DROP USER "GOVERNANCE_SYSTEM_ACCOUNT";
  END IF;

  -- drop role "GOVERNANCE_SYSTEM"
  state := 'absent';
  seen := (SHOW ROLES LIKE 'GOVERNANCE_SYSTEM');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE_SYSTEM', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-role', 'ours', 'foreign'));
  END FOR;
  IF (state = 'ours') THEN
    DROP ROLE "GOVERNANCE_SYSTEM";
  END IF;

  RETURN 'done';
END;
$$;
