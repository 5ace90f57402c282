-- With sqlcmd, use the option -I: the server requires quoted identifiers.

-- Removes login "o'brien]; --"
IF EXISTS (SELECT 1 FROM (SELECT listed.name FROM sys.sql_logins AS listed
    WHERE listed.sid = 0x010600000000006400000000000000007B4F0305A7CFB493154A52F94C695B06 AND DB_NAME() = N'master') AS probe
    WHERE probe.name = N'o''brien]; --')
BEGIN
    DROP LOGIN [o'brien]]; --];
END;
GO
