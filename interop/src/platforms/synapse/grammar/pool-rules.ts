/** A feature of SQL Server that a dedicated SQL pool lacks, and that the parser accepts. */
interface PoolRule {
  /** The words that no statement may contain. Strings, names in brackets and comments are removed first. */
  readonly words: RegExp;
  /** A statement that breaks it, to prove that it is detected. */
  readonly example: string;
  /** The page that documents it. */
  readonly page: string;
}

/** The constructs that a pool refuses, one per line. */
export const POOL_RULES: readonly PoolRule[] = [
  { words: /\bUSE\b/i, example: 'USE [sqlpool1]', page: 'Transact-SQL reference, "USE"' },
  {
    words: /\bDROP\s+(USER|ROLE|SCHEMA|LOGIN|TABLE|PROCEDURE)\s+IF\s+EXISTS\b/i,
    example: 'DROP USER IF EXISTS [x]',
    page: 'Transact-SQL reference, "DROP USER", "DROP ROLE", "DROP SCHEMA": syntax for Azure Synapse Analytics',
  },
  {
    words: /\bALTER\s+ROLE\b[^;]*\b(ADD|DROP)\s+MEMBER\b/i,
    example: 'ALTER ROLE [x] ADD MEMBER [y]',
    page: 'Transact-SQL reference, "ALTER ROLE": syntax for Azure Synapse Analytics',
  },
  { words: /\bCREATE\s+OR\s+ALTER\b/i, example: 'CREATE OR ALTER VIEW [x] AS SELECT 1', page: '"CREATE VIEW"' },
  { words: /\bMERGE\b/i, example: 'MERGE INTO [x] USING [y]', page: '"MERGE": hash-distributed targets alone' },
  {
    words: /\b(WITH\s+)?EXECUTE\s+AS\s+(OWNER|SELF|LOGIN|CALLER)\b|\bWITH\s+EXECUTE\s+AS\b/i,
    example: 'CREATE PROCEDURE [x] WITH EXECUTE AS OWNER AS SELECT 1',
    page: '"CREATE PROCEDURE": syntax for Azure Synapse Analytics',
  },
  {
    words: /\bCREATE\s+USER\b[^;]*\bWITH\s+PASSWORD\b/i,
    example: "CREATE USER [x] WITH PASSWORD = 'y'",
    page: '"CREATE USER": contained users are not available',
  },
  {
    words: /\bsp_(add|update|drop)extendedproperty\b/i,
    example: 'EXEC sp_addextendedproperty 1',
    page: '"sp_addextendedproperty"',
  },
  { words: /\bSELECT\s+@\w+\s*=/i, example: 'SELECT @x = 1', page: '"Use T-SQL variables in dedicated SQL pool"' },
  {
    words: /\bSCOPE_IDENTITY\b|@@(IDENTITY|ROWCOUNT|ERROR)\b/i,
    example: 'SELECT @@ROWCOUNT',
    page: '"T-SQL language elements"',
  },
  {
    words: /\b(DECLARE\s+\S+\s+CURSOR|OPEN\s+\w+|FETCH\s+NEXT)\b/i,
    example: 'DECLARE c CURSOR FOR SELECT 1',
    page: '"T-SQL feature": cursors',
  },
  { words: /\bCREATE\s+TRIGGER\b/i, example: 'CREATE TRIGGER [x] ON [y]', page: '"T-SQL feature": triggers' },
  {
    words: /\b(FOREIGN\s+KEY|REFERENCES)\b/i,
    example: 'CREATE TABLE [x] (a int REFERENCES [y])',
    page: '"Unsupported table features"',
  },
  {
    words: /\bPRIMARY\s+KEY\b(?!\s+NONCLUSTERED)/i,
    example: 'CREATE TABLE [x] (a int PRIMARY KEY)',
    page: '"Primary key, foreign key, and unique key"',
  },
  { words: /\bVALUES\s*\([^()]*\)\s*,\s*\(/i, example: 'INSERT INTO [x] VALUES (1), (2)', page: '"INSERT": one row' },
  {
    words: /\bHAS_PERMS_BY_NAME\b/i,
    example: "SELECT HAS_PERMS_BY_NAME(NULL, N'DATABASE', N'CONTROL')",
    page: '"HAS_PERMS_BY_NAME": SQL Server and Azure SQL alone',
  },
  {
    words: /@@SERVERNAME\b/i,
    example: 'SELECT @@SERVERNAME',
    page: '"@@SERVERNAME": SQL Server and Azure SQL alone',
  },
  { words: /\bGOTO\b/i, example: 'GOTO x', page: '"Control-of-flow"' },
  {
    words: /\bSAVE\s+TRAN(SACTION)?\b/i,
    example: 'SAVE TRANSACTION x',
    page: '"Use transactions in a SQL pool", Limitations',
  },
  {
    words: /\b(sysname|xml|text|ntext|image|geography|geometry|hierarchyid|sql_variant)\s+(NOT\s+)?NULL\b/i,
    example: 'CREATE TABLE [x] (a sysname NOT NULL)',
    page: '"Table data types", Unsupported data types',
  },
];

/** Returns the rules that a statement breaks. */
export function brokenRules(text: string): readonly PoolRule[] {
  const bare = text
    .replaceAll(/N?'(?:[^']|'')*'/g, "''")
    .replaceAll(/\[(?:[^\]]|\]\])*\]/g, '[]')
    .replaceAll(/--.*$/gm, '');
  return POOL_RULES.filter(({ words }) => words.test(bare));
}
