import type { RealPlatform, RealState } from '@portcullis/testing';
import { type RunningMariaDb, startMariaDb } from '@portcullis/testing/mariadb';
import { type ManualClient, openManualClient } from './manual-client.ts';

/** A MariaDB with its administrator, for the conformance kit. */
export interface MariaDbPlatform extends RealPlatform {
  readonly server: RunningMariaDb;
  readonly admin: ManualClient;
}

/** Starts the server. */
export async function startPlatform(program: string): Promise<MariaDbPlatform> {
  const server = await startMariaDb(program);
  const admin = await openManualClient(server);
  const first = await look(admin);
  return {
    server,
    admin,
    look: () => look(admin),
    async make({ kind, name }) {
      if (kind === 'database') await admin.rows(`CREATE DATABASE ${quoted(name)} COMMENT 'mine'`);
      else if (kind === 'user') await admin.rows(`CREATE USER ${quoted(name)}@'%' IDENTIFIED BY 'mine'`);
      else return undefined;
      return `${kind} ${name}`;
    },
    async clean() {
      for (const entry of Object.keys(await look(admin)).filter((each) => !(each in first))) {
        const [kind = '', ...name] = entry.split(' ');
        if (kind === 'database') await admin.rows(`DROP DATABASE ${quoted(name.join(' '))}`);
        if (kind === 'user') await admin.rows(`DROP USER ${quoted(name.join(' '))}@'%'`);
      }
    },
    runScript: (script) => admin.runScript(script),
    async close() {
      await admin.end();
      await server.stop();
    },
  };
}

/** Every account without its password, every privilege and every database with its tables. */
async function look(admin: ManualClient): Promise<RealState> {
  const rows = [
    ...(await admin.rows(
      "SELECT CONCAT('user ', User) AS entry, Host, JSON_REMOVE(Priv, '$.authentication_string', '$.password_last_changed') AS priv FROM mysql.global_priv",
    )),
    ...(await admin.rows("SELECT CONCAT('grant ', User, ' ', Db) AS entry, db.* FROM mysql.db AS db")),
    ...(await admin.rows(
      "SELECT CONCAT('table grant ', User, ' ', Db, '.', Table_name) AS entry, Table_priv FROM mysql.tables_priv",
    )),
    ...(await admin.rows(
      "SELECT CONCAT('database ', SCHEMA_NAME) AS entry, SCHEMA_COMMENT FROM information_schema.SCHEMATA",
    )),
    ...(await admin.rows(
      "SELECT CONCAT('table ', TABLE_SCHEMA, '.', TABLE_NAME) AS entry FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')",
    )),
  ];
  return Object.fromEntries(rows.map(({ entry, ...row }) => [String(entry), row]));
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
