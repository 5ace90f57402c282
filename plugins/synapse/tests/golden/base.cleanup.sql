-- With sqlcmd, use the option -I: the server requires quoted identifiers.

-- Removes procedure "governance_procedures.remove_user_profile"
IF EXISTS (SELECT 1 FROM sys.procedures AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'governance_procedures' AND listed.name = N'remove_user_profile')
    AND EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance_procedures' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    DROP PROCEDURE [governance_procedures].[remove_user_profile];
END;
GO

-- Removes procedure "governance_procedures.set_user_profile"
IF EXISTS (SELECT 1 FROM sys.procedures AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'governance_procedures' AND listed.name = N'set_user_profile')
    AND EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance_procedures' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    DROP PROCEDURE [governance_procedures].[set_user_profile];
END;
GO

-- Removes table "governance_system.profile_format"
IF EXISTS (SELECT 1 FROM sys.tables AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'governance_system' AND listed.name = N'profile_format')
    AND EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance_system' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    DROP TABLE [governance_system].[profile_format];
END;
GO

-- Removes table "governance_system.user_profile"
IF EXISTS (SELECT 1 FROM sys.tables AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'governance_system' AND listed.name = N'user_profile')
    AND EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance_system' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    DROP TABLE [governance_system].[user_profile];
END;
GO

-- Removes schema "governance"
IF EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    IF EXISTS (SELECT made.type_desc AS kind, made.name FROM sys.objects AS made JOIN sys.schemas AS space ON space.schema_id = made.schema_id WHERE space.name = N'governance' AND made.parent_object_id = 0 AND NOT (made.type_desc = N'VIEW' AND EXISTS (SELECT 1 FROM sys.sql_modules AS code WHERE code.object_id = made.object_id AND CHARINDEX(N'portcullis-view:d7257a98b04c1caaf66ce845ab376e6599c05243', code.[definition]) > 0)))
        THROW 50000, N'Portcullis stopped at schema "governance": it contains objects that were not created for this integration. Move or remove them first.', 1;
    DECLARE @statement nvarchar(4000);
WHILE EXISTS (SELECT 1 FROM sys.views AS made
        JOIN sys.schemas AS space ON space.schema_id = made.schema_id
        JOIN sys.sql_modules AS code ON code.object_id = made.object_id
        WHERE space.name = N'governance' AND CHARINDEX(N'portcullis-view:d7257a98b04c1caaf66ce845ab376e6599c05243', code.[definition]) > 0)
BEGIN
    SET @statement = (
        SELECT TOP (1) N'DROP VIEW ' + QUOTENAME(space.name) + N'.' + QUOTENAME(made.name)
        FROM sys.views AS made
        JOIN sys.schemas AS space ON space.schema_id = made.schema_id
        JOIN sys.sql_modules AS code ON code.object_id = made.object_id
        WHERE space.name = N'governance' AND CHARINDEX(N'portcullis-view:d7257a98b04c1caaf66ce845ab376e6599c05243', code.[definition]) > 0);
    EXEC (@statement);
END;
    DROP SCHEMA [governance];
END;
GO

-- Removes schema "governance_procedures"
IF EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance_procedures' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    IF EXISTS (SELECT made.type_desc AS kind, made.name FROM sys.objects AS made JOIN sys.schemas AS space ON space.schema_id = made.schema_id WHERE space.name = N'governance_procedures' AND made.parent_object_id = 0 AND NOT (made.type_desc = N'SQL_STORED_PROCEDURE' AND made.name IN (N'set_user_profile', N'remove_user_profile', N'impersonate', N'stop_impersonating')))
        THROW 50000, N'Portcullis stopped at schema "governance_procedures": it contains objects that were not created for this integration. Move or remove them first.', 1;
    DROP SCHEMA [governance_procedures];
END;
GO

-- Removes schema "governance_system"
IF EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'governance_system' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1')
BEGIN
    IF EXISTS (SELECT made.type_desc AS kind, made.name FROM sys.objects AS made JOIN sys.schemas AS space ON space.schema_id = made.schema_id WHERE space.name = N'governance_system' AND made.parent_object_id = 0 AND NOT (made.type_desc = N'USER_TABLE' AND made.name IN (N'user_profile', N'profile_format', N'impersonations')))
        THROW 50000, N'Portcullis stopped at schema "governance_system": it contains objects that were not created for this integration. Move or remove them first.', 1;
    DROP SCHEMA [governance_system];
END;
GO

-- Removes user "governance_service"
IF EXISTS (SELECT 1 FROM (SELECT listed.name FROM sys.database_principals AS listed
    WHERE listed.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'sqlpool1') AS probe
    WHERE probe.name = N'governance_service')
BEGIN
    DROP USER [governance_service];
END;
GO
