import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMINISTRATOR, type Emulator, startEmulator } from '../../../src/platforms/synapse/emulator/emulator.ts';
import { connectClient, type ManualClient } from '../../../src/platforms/synapse/manual-client.ts';

let emulator: Emulator;
const clients: ManualClient[] = [];

beforeEach(async () => {
  emulator = await startEmulator();
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await emulator.stop();
});

async function connect(database = 'governance', signIn: { userName: string; password: string } = ADMINISTRATOR) {
  const client = await connectClient({ port: emulator.port, ca: emulator.ca, database, ...signIn });
  clients.push(client);
  return client;
}

const EVE = { userName: 'eve', password: 'Strong7Enough' };

/** A user of the pool without permissions. */
async function addEve(): Promise<{ readonly admin: ManualClient; readonly eve: ManualClient }> {
  const master = await connect('master');
  await master.batch(`CREATE LOGIN [eve] WITH PASSWORD = N'${EVE.password}'`);
  const admin = await connect();
  await admin.batch('CREATE USER [eve] FOR LOGIN [eve]');
  return { admin, eve: await connect('governance', EVE) };
}

const refused = (number: number) => expect.objectContaining({ number });

describe('the server', () => {
  it('reports the current login and user', async () => {
    const client = await connect();
    const { rows } = await client.batch(
      "SELECT DB_NAME() AS d, SUSER_SNAME() AS l, USER_NAME() AS u, SERVERPROPERTY('EngineEdition') AS e",
    );
    expect(rows).toEqual([{ d: 'governance', l: 'sqladmin', u: 'dbo', e: 6 }]);
  });

  it('runs loops, conditions, variables, text and caught errors', async () => {
    const client = await connect();
    const { messages, rows } = await client.batch(`
      DECLARE @count int = 0, @said nvarchar(100);
      WHILE @count < 3 BEGIN SET @count = @count + 1; IF @count = 2 CONTINUE; PRINT N'round ' + CAST(@count AS nvarchar(10)); END
      BEGIN TRY THROW 50001, N'it''s off', 2; END TRY
      BEGIN CATCH SET @said = N'it is caught'; END CATCH;
      EXEC (N'SELECT N''' + N'dyn]amic' + N''' AS [x]');
      IF NOT EXISTS (SELECT 1 FROM sys.schemas WHERE name = N'DBO') PRINT N'no'; ELSE SELECT @said AS said, @@TRANCOUNT AS t;
    `);
    expect(messages).toEqual(['round 1', 'round 3']);
    expect(rows).toEqual([{ x: 'dyn]amic' }, { said: 'it is caught', t: 0 }]);
  });

  it('stores rows without truncation, and rejects values that do not fit', async () => {
    const client = await connect();
    await client.batch(
      "CREATE TABLE [dbo].[t] ([id] int NOT NULL, [name] nvarchar(5) NULL DEFAULT 'x') WITH (DISTRIBUTION = REPLICATE, HEAP)",
    );
    await client.batch("INSERT INTO [dbo].[t] ([id], [name]) VALUES (1, N'a''b')");
    await client.batch('INSERT INTO dbo.t (id) VALUES (2)');
    await client.batch("UPDATE dbo.t SET name = N'new' WHERE id = 2");
    expect((await client.batch('SELECT TOP (5) t.name FROM dbo.t AS t ORDER BY t.id')).rows).toEqual([
      { name: "a'b" },
      { name: 'new' },
    ]);
    await expect(client.batch("INSERT INTO dbo.t (id, name) VALUES (3, N'too long')")).rejects.toEqual(refused(8152));
    await expect(client.batch('INSERT INTO dbo.t (id) VALUES (NULL)')).rejects.toEqual(refused(515));
    await client.batch('BEGIN TRANSACTION; DELETE FROM dbo.t; ROLLBACK');
    expect((await client.batch('SELECT COUNT(*) AS n FROM dbo.t')).rows).toEqual([{ n: 2 }]);
  });

  it('runs procedures with the permissions of their owner', async () => {
    const { admin, eve } = await addEve();
    await admin.batch('CREATE TABLE dbo.t (id int NULL) WITH (HEAP)');
    await admin.batch(
      'CREATE PROCEDURE dbo.fill @id int, @next int OUT AS BEGIN INSERT INTO dbo.t (id) VALUES (@id); SET @next = @id + 1; END',
    );
    await admin.batch('GRANT EXECUTE ON OBJECT::dbo.fill TO eve');
    await expect(eve.batch('INSERT INTO dbo.t (id) VALUES (1)')).rejects.toEqual(refused(229));
    expect((await eve.batch('DECLARE @n int; EXEC dbo.fill 7, @n OUTPUT; SELECT @n AS n')).rows).toEqual([{ n: 8 }]);
    expect((await admin.batch('SELECT id FROM dbo.t')).rows).toEqual([{ id: 7 }]);
  });

  it('hides objects from users without permission', async () => {
    const { admin, eve } = await addEve();
    await admin.batch('CREATE ROLE secret');
    await admin.batch('CREATE TABLE dbo.t (id int NULL) WITH (HEAP)');
    const names = async () => [
      ...(await eve.batch("SELECT name FROM sys.database_principals WHERE type = 'R' AND is_fixed_role = 0")).rows,
      ...(await eve.batch('SELECT name FROM sys.tables')).rows,
    ];
    expect(await names()).toEqual([{ name: 'public' }]);
    await admin.batch("EXEC sp_addrolemember N'secret', N'eve'; GRANT SELECT ON SCHEMA::dbo TO secret");
    expect(await names()).toEqual([{ name: 'public' }, { name: 'secret' }, { name: 't' }]);
    await admin.batch('DENY SELECT ON OBJECT::dbo.t TO eve');
    await expect(eve.batch('SELECT id FROM dbo.t')).rejects.toEqual(refused(229));
  });

  it('lets a user impersonate another user with permission', async () => {
    const { admin, eve } = await addEve();
    await admin.batch('CREATE USER puppet WITHOUT LOGIN');
    await expect(eve.batch("EXECUTE AS USER = N'puppet'")).rejects.toEqual(refused(15_517));
    await admin.batch('GRANT IMPERSONATE ON USER::puppet TO eve');
    const { rows } = await eve.batch(
      "EXECUTE AS USER = N'puppet'; SELECT USER_NAME() AS u; REVERT; SELECT USER_NAME() AS u",
    );
    expect(rows).toEqual([{ u: 'puppet' }, { u: 'eve' }]);
  });

  it('rejects a locked login, a login without a user, and every login while the pool is paused', async () => {
    const master = await connect('master');
    await master.batch(`CREATE LOGIN [eve] WITH PASSWORD = N'${EVE.password}'`);
    await expect(connect('governance', EVE)).rejects.toThrow('Login failed');
    await master.batch('ALTER LOGIN [eve] DISABLE');
    await expect(connect('governance', EVE)).rejects.toThrow('disabled');
    const pool = emulator.server.databases[1];
    if (pool) pool.status = 'paused';
    await expect(connect()).rejects.toThrow('it is paused');
    emulator.server.isOpen = false;
    await expect(connect()).rejects.toThrow('is not allowed to access the server');
  });
});

/** The constructs that a dedicated pool refuses, the page that documents each refusal, and the error number. */
const REFUSED: readonly (readonly [what: string, batch: string, number: number])[] = [
  ['DROP USER: no IF EXISTS', 'DROP USER IF EXISTS eve', 103_010],
  ['DROP ROLE: no IF EXISTS', 'DROP ROLE IF EXISTS r', 103_010],
  ['DROP SCHEMA: no IF EXISTS', 'DROP SCHEMA IF EXISTS s', 103_010],
  ['DROP TABLE: no IF EXISTS', 'DROP TABLE IF EXISTS dbo.t', 103_010],
  ['DROP PROCEDURE: no IF EXISTS', 'DROP PROCEDURE IF EXISTS dbo.t', 103_010],
  ['ALTER ROLE: no members', 'ALTER ROLE db_owner ADD MEMBER eve', 103_010],
  ['CREATE PROCEDURE: no OR ALTER', 'CREATE OR ALTER PROCEDURE dbo.p AS SELECT 1', 103_010],
  ['CREATE PROCEDURE: no defaults', 'CREATE PROCEDURE dbo.p @a int = 1 AS SELECT @a', 103_010],
  ['CREATE VIEW: first in its batch', 'SELECT 1 AS a; CREATE VIEW dbo.v AS SELECT 1 AS a', 111],
  ['CREATE SCHEMA: first in its batch', 'IF 1 = 1 CREATE SCHEMA s', 111],
  ['CREATE USER: no password', "CREATE USER eve WITH PASSWORD = 'Strong7Enough'", 103_010],
  ['CREATE USER: no FOR LOGIN in text', "EXEC (N'CREATE USER [eve] FOR LOGIN [sqladmin]')", 40_530],
  ['CREATE USER: FOR LOGIN alone in its batch', 'CREATE USER [eve] FOR LOGIN [sqladmin]; SELECT 1 AS a', 40_530],
  ['CREATE LOGIN: in master', "CREATE LOGIN x WITH PASSWORD = 'Strong7Enough'", 5001],
  ['Use T-SQL variables: no assignment by SELECT', 'DECLARE @a int; SELECT @a = 1', 103_010],
  ['INSERT INTO: constants and variables alone', 'INSERT INTO dbo.t (name) VALUES (SUSER_SNAME())', 103_010],
  ['INSERT INTO: one row', 'INSERT INTO dbo.t (id) VALUES (1), (2)', 103_010],
  ['Use transactions: no definitions', 'BEGIN TRANSACTION; CREATE ROLE r', 111_212],
  ['USE', 'USE master', 40_508],
  ['SET: no CURSOR_CLOSE_ON_COMMIT', 'SET CURSOR_CLOSE_ON_COMMIT OFF', 103_010],
  ['CREATE TABLE: no large columns in a columnstore', 'CREATE TABLE dbo.x (a nvarchar(max) NULL)', 35_343],
  [
    'CREATE TABLE: constants as defaults',
    'CREATE TABLE dbo.x (a datetime2 NULL DEFAULT GETDATE()) WITH (HEAP)',
    103_010,
  ],
  ['Names of three parts', 'SELECT 1 AS a FROM master.sys.schemas', 40_515],
  ['sys.sql_logins is in master alone', 'SELECT 1 AS a FROM sys.sql_logins', 208],
  ['Unknown procedures', "EXEC sp_addextendedproperty N'a', N'b'", 2812],
  ['Unknown functions', 'SELECT STRANGE(1) AS a', 195],
  ['EXECUTE: no expressions', "EXEC sp_addrolemember N'a' + N'b', N'c'", 103_010],
];

it.each(REFUSED)('refuses: %s', async (_what, batch, number) => {
  const before = emulator.fingerprint();
  await expect((await connect()).batch(batch)).rejects.toEqual(refused(number));
  expect(emulator.fingerprint()).toBe(before);
});

/** A statement, the minimum permission for it, and the error number without it. */
const NEEDED: readonly (readonly [statement: string, need: string, number: number])[] = [
  ['CREATE SCHEMA s', 'GRANT CREATE SCHEMA TO eve', 262],
  ['CREATE ROLE r', 'GRANT CREATE ROLE TO eve', 262],
  ['CREATE USER bob WITHOUT LOGIN', 'GRANT ALTER ANY USER TO eve', 15_247],
  ['DROP USER puppet', "EXEC sp_addrolemember N'db_accessadmin', N'eve'", 15_151],
  ['DROP ROLE old', 'GRANT ALTER ANY ROLE TO eve', 15_151],
  ['DROP SCHEMA empty', 'GRANT CONTROL ON SCHEMA::empty TO eve', 15_151],
  ['CREATE TABLE empty.t (a int NULL)', 'GRANT CREATE TABLE TO eve; GRANT ALTER ON SCHEMA::empty TO eve', 262],
  ['CREATE VIEW empty.v AS SELECT 1 AS a', 'GRANT CREATE VIEW TO eve; GRANT ALTER ON SCHEMA::empty TO eve', 262],
  ['CREATE PROCEDURE empty.p AS SELECT 1 AS a', "EXEC sp_addrolemember N'db_ddladmin', N'eve'", 262],
  ['GRANT SELECT ON SCHEMA::empty TO puppet', 'GRANT SELECT ON SCHEMA::empty TO eve WITH GRANT OPTION', 4613],
  ["EXEC sp_addrolemember N'old', N'puppet'", 'GRANT ALTER ON ROLE::old TO eve', 15_151],
  ["EXEC sp_addrolemember N'db_owner', N'puppet'", "EXEC sp_addrolemember N'db_owner', N'eve'", 15_151],
  ['CREATE ROLE r AUTHORIZATION puppet', 'GRANT CREATE ROLE TO eve; GRANT IMPERSONATE ON USER::puppet TO eve', 262],
];

it.each(NEEDED)('refuses %s until allowed', async (statement, need, number) => {
  const { admin, eve } = await addEve();
  for (const batch of ['CREATE SCHEMA empty AUTHORIZATION dbo', 'CREATE ROLE old', 'CREATE USER puppet WITHOUT LOGIN'])
    await admin.batch(batch);
  await expect(eve.batch(statement)).rejects.toEqual(refused(number));
  for (const each of need.split('; ')) await admin.batch(each);
  await eve.batch(statement);
});

describe('an object in use', () => {
  const setUp = [
    'CREATE USER puppet WITHOUT LOGIN',
    'CREATE ROLE r AUTHORIZATION puppet',
    'CREATE SCHEMA s AUTHORIZATION dbo',
    'CREATE TABLE s.t (a int NULL)',
    "EXEC sp_addrolemember N'r', N'puppet'",
  ];

  it.each([
    ['DROP USER puppet', 15_421],
    ['DROP ROLE r', 15_144],
    ['DROP SCHEMA s', 3729],
    ['CREATE SCHEMA S', 2714],
    ['CREATE TABLE s.T (a int NULL)', 2714],
    ['CREATE ROLE R', 15_023],
    ['DROP TABLE s.nothing', 3701],
    ['DROP SCHEMA nothing', 15_151],
  ])('%s is refused', async (statement, number) => {
    const admin = await connect();
    for (const each of setUp) await admin.batch(each);
    const before = emulator.fingerprint();
    await expect(admin.batch(statement)).rejects.toEqual(refused(number));
    expect(emulator.fingerprint()).toBe(before);
  });

  it('a login cannot be dropped while it has a connection', async () => {
    const { eve } = await addEve();
    const master = await connect('master');
    await expect(master.batch('DROP LOGIN eve')).rejects.toEqual(refused(15_434));
    await eve.close();
    clients.splice(clients.indexOf(eve), 1);
    await expect.poll(() => master.batch('DROP LOGIN eve').then(() => 'gone', String)).toBe('gone');
  });
});
