USE ROLE "SYSADMIN";
EXECUTE IMMEDIATE $$
DECLARE
  state VARCHAR DEFAULT 'absent';
  holder VARCHAR DEFAULT '';
  seen RESULTSET;
BEGIN
  -- drop database "gov 'quoted' \ "name""
  state := 'absent';
  seen := (SHOW DATABASES);
  FOR item IN seen DO
    state := IFF(item."name" <> 'gov ''quoted'' \\ "name"', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:database', 'ours', 'foreign'));
  END FOR;
  IF (state = 'ours') THEN
    DROP DATABASE "gov 'quoted' \ ""name""";
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
  -- drop user "svc@example.com"
  state := 'absent';
  seen := (SHOW USERS LIKE 'svc@example.com');
  FOR item IN seen DO
    state := IFF(item."name" <> 'svc@example.com', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:service-user', 'ours', 'foreign'));
  END FOR;
  IF (state = 'ours') THEN
    DROP USER "svc@example.com";
  END IF;

  -- drop role "act; DROP DATABASE x --"
  state := 'absent';
  seen := (SHOW ROLES LIKE 'act; DROP DATABASE x --');
  FOR item IN seen DO
    state := IFF(item."name" <> 'act; DROP DATABASE x --', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:impersonation-role', 'ours', 'foreign'));
  END FOR;
  IF (state = 'ours') THEN
    DROP ROLE "act; DROP DATABASE x --";
  END IF;

  -- drop role "lower role"
  state := 'absent';
  seen := (SHOW ROLES LIKE 'lower role');
  FOR item IN seen DO
    state := IFF(item."name" <> 'lower role', state, IFF(item."comment" = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-role', 'ours', 'foreign'));
  END FOR;
  IF (state = 'ours') THEN
    DROP ROLE "lower role";
  END IF;

  RETURN 'done';
END;
$$;
