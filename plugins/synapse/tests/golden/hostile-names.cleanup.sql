-- With sqlcmd, use the option -I: the server requires quoted identifiers.

-- Removes procedure "gov ]'quoted' \ name_procedures.stop_impersonating"
IF EXISTS (SELECT 1 FROM sys.procedures AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'gov ]''quoted'' \ name_procedures' AND listed.name = N'stop_impersonating')
    AND EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'gov ]''quoted'' \ name_procedures' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'pool''); DROP TABLE t; --')
BEGIN
    DROP PROCEDURE [gov ]]'quoted' \ name_procedures].[stop_impersonating];
END;
GO

-- Removes procedure "gov ]'quoted' \ name_procedures.impersonate"
IF EXISTS (SELECT 1 FROM sys.procedures AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'gov ]''quoted'' \ name_procedures' AND listed.name = N'impersonate')
    AND EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'gov ]''quoted'' \ name_procedures' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'pool''); DROP TABLE t; --')
BEGIN
    DROP PROCEDURE [gov ]]'quoted' \ name_procedures].[impersonate];
END;
GO

-- Removes table "gov ]'quoted' \ name_system.impersonations"
IF EXISTS (SELECT 1 FROM sys.tables AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'gov ]''quoted'' \ name_system' AND listed.name = N'impersonations')
    AND EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'gov ]''quoted'' \ name_system' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'pool''); DROP TABLE t; --')
BEGIN
    DROP TABLE [gov ]]'quoted' \ name_system].[impersonations];
END;
GO

-- Removes role "act's ]as; GO"
IF EXISTS (SELECT 1 FROM (SELECT listed.name FROM sys.database_principals AS listed
    JOIN sys.database_principals AS account ON account.principal_id = listed.owning_principal_id
    WHERE listed.type = N'R' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'pool''); DROP TABLE t; --') AS probe
    WHERE probe.name = N'act''s ]as; GO')
BEGIN
    DECLARE @member nvarchar(128);
WHILE EXISTS (SELECT 1 FROM sys.database_role_members AS link
        JOIN sys.database_principals AS listed ON listed.principal_id = link.role_principal_id
        JOIN sys.database_principals AS member ON member.principal_id = link.member_principal_id
        WHERE listed.name = N'act''s ]as; GO')
BEGIN
    SET @member = (
        SELECT TOP (1) member.name FROM sys.database_role_members AS link
        JOIN sys.database_principals AS listed ON listed.principal_id = link.role_principal_id
        JOIN sys.database_principals AS member ON member.principal_id = link.member_principal_id
        WHERE listed.name = N'act''s ]as; GO');
    EXEC sp_droprolemember N'act''s ]as; GO', @member;
END;
    DROP ROLE [act's ]]as; GO];
END;
GO

-- Removes procedure "gov ]'quoted' \ name_procedures.remove_user_profile"
IF EXISTS (SELECT 1 FROM sys.procedures AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'gov ]''quoted'' \ name_procedures' AND listed.name = N'remove_user_profile')
    AND EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'gov ]''quoted'' \ name_procedures' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'pool''); DROP TABLE t; --')
BEGIN
    DROP PROCEDURE [gov ]]'quoted' \ name_procedures].[remove_user_profile];
END;
GO

-- Removes procedure "gov ]'quoted' \ name_procedures.set_user_profile"
IF EXISTS (SELECT 1 FROM sys.procedures AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'gov ]''quoted'' \ name_procedures' AND listed.name = N'set_user_profile')
    AND EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'gov ]''quoted'' \ name_procedures' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'pool''); DROP TABLE t; --')
BEGIN
    DROP PROCEDURE [gov ]]'quoted' \ name_procedures].[set_user_profile];
END;
GO

-- Removes table "gov ]'quoted' \ name_system.profile_format"
IF EXISTS (SELECT 1 FROM sys.tables AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'gov ]''quoted'' \ name_system' AND listed.name = N'profile_format')
    AND EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'gov ]''quoted'' \ name_system' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'pool''); DROP TABLE t; --')
BEGIN
    DROP TABLE [gov ]]'quoted' \ name_system].[profile_format];
END;
GO

-- Removes table "gov ]'quoted' \ name_system.user_profile"
IF EXISTS (SELECT 1 FROM sys.tables AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
    WHERE space.name = N'gov ]''quoted'' \ name_system' AND listed.name = N'user_profile')
    AND EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'gov ]''quoted'' \ name_system' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'pool''); DROP TABLE t; --')
BEGIN
    DROP TABLE [gov ]]'quoted' \ name_system].[user_profile];
END;
GO

-- Removes schema "gov ]'quoted' \ name"
IF EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'gov ]''quoted'' \ name' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'pool''); DROP TABLE t; --')
BEGIN
    IF EXISTS (SELECT made.type_desc AS kind, made.name FROM sys.objects AS made JOIN sys.schemas AS space ON space.schema_id = made.schema_id WHERE space.name = N'gov ]''quoted'' \ name' AND made.parent_object_id = 0 AND NOT (made.type_desc = N'VIEW' AND EXISTS (SELECT 1 FROM sys.sql_modules AS code WHERE code.object_id = made.object_id AND CHARINDEX(N'portcullis-view:0d992119d2dead185914516e9e6cbc9d8e33b2bf', code.[definition]) > 0)))
        THROW 50000, N'Portcullis stopped at schema "gov ]''quoted'' \ name": it contains objects that were not created for this integration. Move or remove them first.', 1;
    DECLARE @statement nvarchar(4000);
WHILE EXISTS (SELECT 1 FROM sys.views AS made
        JOIN sys.schemas AS space ON space.schema_id = made.schema_id
        JOIN sys.sql_modules AS code ON code.object_id = made.object_id
        WHERE space.name = N'gov ]''quoted'' \ name' AND CHARINDEX(N'portcullis-view:0d992119d2dead185914516e9e6cbc9d8e33b2bf', code.[definition]) > 0)
BEGIN
    SET @statement = (
        SELECT TOP (1) N'DROP VIEW ' + QUOTENAME(space.name) + N'.' + QUOTENAME(made.name)
        FROM sys.views AS made
        JOIN sys.schemas AS space ON space.schema_id = made.schema_id
        JOIN sys.sql_modules AS code ON code.object_id = made.object_id
        WHERE space.name = N'gov ]''quoted'' \ name' AND CHARINDEX(N'portcullis-view:0d992119d2dead185914516e9e6cbc9d8e33b2bf', code.[definition]) > 0);
    EXEC (@statement);
END;
    DROP SCHEMA [gov ]]'quoted' \ name];
END;
GO

-- Removes schema "gov ]'quoted' \ name_procedures"
IF EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'gov ]''quoted'' \ name_procedures' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'pool''); DROP TABLE t; --')
BEGIN
    IF EXISTS (SELECT made.type_desc AS kind, made.name FROM sys.objects AS made JOIN sys.schemas AS space ON space.schema_id = made.schema_id WHERE space.name = N'gov ]''quoted'' \ name_procedures' AND made.parent_object_id = 0 AND NOT (made.type_desc = N'SQL_STORED_PROCEDURE' AND made.name IN (N'set_user_profile', N'remove_user_profile', N'impersonate', N'stop_impersonating')))
        THROW 50000, N'Portcullis stopped at schema "gov ]''quoted'' \ name_procedures": it contains objects that were not created for this integration. Move or remove them first.', 1;
    DROP SCHEMA [gov ]]'quoted' \ name_procedures];
END;
GO

-- Removes schema "gov ]'quoted' \ name_system"
IF EXISTS (SELECT space.schema_id FROM sys.schemas AS space
    JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
    JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
    WHERE space.name = N'gov ]''quoted'' \ name_system' AND account.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'pool''); DROP TABLE t; --')
BEGIN
    IF EXISTS (SELECT made.type_desc AS kind, made.name FROM sys.objects AS made JOIN sys.schemas AS space ON space.schema_id = made.schema_id WHERE space.name = N'gov ]''quoted'' \ name_system' AND made.parent_object_id = 0 AND NOT (made.type_desc = N'USER_TABLE' AND made.name IN (N'user_profile', N'profile_format', N'impersonations')))
        THROW 50000, N'Portcullis stopped at schema "gov ]''quoted'' \ name_system": it contains objects that were not created for this integration. Move or remove them first.', 1;
    DROP SCHEMA [gov ]]'quoted' \ name_system];
END;
GO

-- Removes user "o'brien]; --"
IF EXISTS (SELECT 1 FROM (SELECT listed.name FROM sys.database_principals AS listed
    WHERE listed.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'pool''); DROP TABLE t; --') AS probe
    WHERE probe.name = N'o''brien]; --')
BEGIN
    DROP USER [o'brien]]; --];
END;
GO
