-- With sqlcmd, use the option -I: the server requires quoted identifiers.

-- Creates user "governance_service"
IF EXISTS (SELECT 1 FROM sys.database_principals AS listed WHERE listed.name = N'governance_service' OR NOT DB_NAME() = N'sqlpool1')
    AND NOT EXISTS (SELECT 1 FROM (SELECT listed.name FROM sys.database_principals AS listed
    WHERE listed.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1') AS probe
    WHERE probe.name = N'governance_service')
BEGIN
    THROW 50000, N'Portcullis stopped at user "governance_service": it, or an object on which it depends, was not created for this integration, or this is the wrong database. This part changed nothing.', 1;
END;
GO
IF NOT EXISTS (SELECT 1 FROM sys.database_principals AS listed WHERE listed.name = N'governance_service' OR NOT DB_NAME() = N'sqlpool1')
BEGIN
    CREATE USER [governance_service] FOR LOGIN [governance_service] WITH DEFAULT_SCHEMA = [governance];
END;
GO

-- Creates schema "governance_system"
IF EXISTS (SELECT 1 FROM sys.schemas AS space WHERE space.name = N'governance_system' OR NOT DB_NAME() = N'sqlpool1' OR NOT EXISTS (SELECT 1 FROM sys.database_principals AS account WHERE account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06))
    AND NOT EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance_system' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    THROW 50000, N'Portcullis stopped at schema "governance_system": it, or an object on which it depends, was not created for this integration, or this is the wrong database. This part changed nothing.', 1;
END;
IF NOT EXISTS (SELECT 1 FROM sys.schemas AS space WHERE space.name = N'governance_system' OR NOT DB_NAME() = N'sqlpool1' OR NOT EXISTS (SELECT 1 FROM sys.database_principals AS account WHERE account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06))
BEGIN
    EXEC (N'CREATE SCHEMA [governance_system] AUTHORIZATION [dbo]');
    GRANT ALTER, DELETE, INSERT, SELECT, VIEW DEFINITION ON SCHEMA::[governance_system] TO [governance_service];
END;
GO

-- Creates schema "governance_procedures"
IF EXISTS (SELECT 1 FROM sys.schemas AS space WHERE space.name = N'governance_procedures' OR NOT DB_NAME() = N'sqlpool1' OR NOT EXISTS (SELECT 1 FROM sys.database_principals AS account WHERE account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06))
    AND NOT EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance_procedures' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    THROW 50000, N'Portcullis stopped at schema "governance_procedures": it, or an object on which it depends, was not created for this integration, or this is the wrong database. This part changed nothing.', 1;
END;
IF NOT EXISTS (SELECT 1 FROM sys.schemas AS space WHERE space.name = N'governance_procedures' OR NOT DB_NAME() = N'sqlpool1' OR NOT EXISTS (SELECT 1 FROM sys.database_principals AS account WHERE account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06))
BEGIN
    EXEC (N'CREATE SCHEMA [governance_procedures] AUTHORIZATION [dbo]');
    GRANT ALTER, EXECUTE, VIEW DEFINITION ON SCHEMA::[governance_procedures] TO [governance_service];
END;
GO

-- Creates schema "governance"
IF EXISTS (SELECT 1 FROM sys.schemas AS space WHERE space.name = N'governance' OR NOT DB_NAME() = N'sqlpool1' OR NOT EXISTS (SELECT 1 FROM sys.database_principals AS account WHERE account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06))
    AND NOT EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    THROW 50000, N'Portcullis stopped at schema "governance": it, or an object on which it depends, was not created for this integration, or this is the wrong database. This part changed nothing.', 1;
END;
IF NOT EXISTS (SELECT 1 FROM sys.schemas AS space WHERE space.name = N'governance' OR NOT DB_NAME() = N'sqlpool1' OR NOT EXISTS (SELECT 1 FROM sys.database_principals AS account WHERE account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06))
BEGIN
    EXEC (N'CREATE SCHEMA [governance] AUTHORIZATION [dbo]');
    GRANT ALTER, SELECT, VIEW DEFINITION ON SCHEMA::[governance] TO [governance_service];
END;
GO

-- Creates grant "create table, view and procedure in sqlpool1 to the service account"
IF NOT EXISTS (SELECT listed.name FROM sys.database_principals AS listed
    WHERE listed.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    THROW 50000, N'Portcullis stopped at grant "create table, view and procedure in sqlpool1 to the service account": it, or an object on which it depends, was not created for this integration, or this is the wrong database. This part changed nothing.', 1;
END;
GRANT CREATE PROCEDURE, CREATE TABLE, CREATE VIEW TO [governance_service];
GO

-- Creates table "governance_system.user_profile"
IF NOT EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance_system' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    THROW 50000, N'Portcullis stopped at table "governance_system.user_profile": it, or an object on which it depends, was not created for this integration, or this is the wrong database. This part changed nothing.', 1;
END;
IF NOT EXISTS (SELECT 1 FROM sys.tables AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'governance_system' AND listed.name = N'user_profile')
BEGIN
    CREATE TABLE [governance_system].[user_profile] (
    user_name nvarchar(128) NOT NULL,
    member_of nvarchar(4000) NOT NULL,
    purposes nvarchar(4000) NOT NULL,
    attributes nvarchar(4000) NOT NULL,
    updated_at datetime2(3) NOT NULL
)
WITH (DISTRIBUTION = REPLICATE, HEAP);
END;
GO

-- Creates table "governance_system.profile_format"
IF NOT EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance_system' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    THROW 50000, N'Portcullis stopped at table "governance_system.profile_format": it, or an object on which it depends, was not created for this integration, or this is the wrong database. This part changed nothing.', 1;
END;
IF NOT EXISTS (SELECT 1 FROM sys.tables AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'governance_system' AND listed.name = N'profile_format')
BEGIN
    CREATE TABLE [governance_system].[profile_format] (
    hash_delimiter nvarchar(16) NOT NULL,
    hash_key_delimiter nvarchar(16) NOT NULL,
    array_delimiter nvarchar(16) NOT NULL,
    integration_mark nvarchar(128) NOT NULL
)
WITH (DISTRIBUTION = REPLICATE, HEAP);
    INSERT INTO [governance_system].[profile_format] (hash_delimiter, hash_key_delimiter, array_delimiter, integration_mark) VALUES (N'|', N':', N',', N'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:profile-format-table');
END;
GO

-- Creates procedure "governance_procedures.set_user_profile"
IF NOT EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance_procedures' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    THROW 50000, N'Portcullis stopped at procedure "governance_procedures.set_user_profile": it, or an object on which it depends, was not created for this integration, or this is the wrong database. This part changed nothing.', 1;
END;
IF NOT EXISTS (SELECT 1 FROM sys.procedures AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'governance_procedures' AND listed.name = N'set_user_profile')
BEGIN
    EXEC (N'CREATE PROCEDURE [governance_procedures].[set_user_profile] @user_name nvarchar(128), @member_of nvarchar(4000), @purposes nvarchar(4000), @attributes nvarchar(4000)
AS
BEGIN
    SET NOCOUNT ON;
    BEGIN TRY
        BEGIN TRANSACTION;
        DELETE FROM [governance_system].[user_profile] WHERE user_name = @user_name;
        INSERT INTO [governance_system].[user_profile] (user_name, member_of, purposes, attributes, updated_at)
        SELECT @user_name, @member_of, @purposes, @attributes, GETUTCDATE();
        COMMIT TRANSACTION;
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION;
        THROW;
    END CATCH
END');
END;
GO

-- Creates procedure "governance_procedures.remove_user_profile"
IF NOT EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance_procedures' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    THROW 50000, N'Portcullis stopped at procedure "governance_procedures.remove_user_profile": it, or an object on which it depends, was not created for this integration, or this is the wrong database. This part changed nothing.', 1;
END;
IF NOT EXISTS (SELECT 1 FROM sys.procedures AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'governance_procedures' AND listed.name = N'remove_user_profile')
BEGIN
    EXEC (N'CREATE PROCEDURE [governance_procedures].[remove_user_profile] @user_name nvarchar(128)
AS
BEGIN
    SET NOCOUNT ON;
    DELETE FROM [governance_system].[user_profile] WHERE user_name = @user_name;
END');
END;
GO
