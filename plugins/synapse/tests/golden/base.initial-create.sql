-- With sqlcmd, use the option -I: the server requires quoted identifiers.

-- Creates login "governance_service"
IF EXISTS (SELECT 1 FROM sys.sql_logins AS listed WHERE listed.name = N'governance_service' OR NOT DB_NAME() = N'master')
    AND NOT EXISTS (SELECT 1 FROM (SELECT listed.name FROM sys.sql_logins AS listed
    WHERE listed.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'master') AS probe
    WHERE probe.name = N'governance_service')
BEGIN
    THROW 50000, N'Portcullis stopped at login "governance_service": it, or an object on which it depends, was not created for this integration, or this is the wrong database. This part changed nothing.', 1;
END;
GO
IF NOT EXISTS (SELECT 1 FROM sys.sql_logins AS listed WHERE listed.name = N'governance_service' OR NOT DB_NAME() = N'master')
BEGIN
    CREATE LOGIN [governance_service] WITH PASSWORD = {{servicePassword}}, SID = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06;
END;
GO
