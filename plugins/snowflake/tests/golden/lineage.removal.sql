USE ROLE "SYSADMIN";
EXECUTE IMMEDIATE $$
DECLARE
  state VARCHAR DEFAULT 'absent';
  holder VARCHAR DEFAULT '';
  seen RESULTSET;
BEGIN
  -- drop database "GOVERNANCE"
  state := 'absent';
  seen := (SHOW DATABASES LIKE 'GOVERNANCE');
  FOR item IN seen DO
    state := IFF(item."name" <> 'GOVERNANCE', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database', 'ours', 'foreign'));
  END FOR;
  IF (state = 'ours') THEN
    DROP DATABASE "GOVERNANCE";
  END IF;

  RETURN 'done';
END;
$$;

USE ROLE "USERADMIN";
EXECUTE IMMEDIATE $$
DECLARE
  state VARCHAR DEFAULT 'absent';
  holder VARCHAR DEFAULT '';
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
