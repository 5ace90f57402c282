import { failed, passed, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { PlatformTest } from './platform-test.ts';

/** The first release that keeps comments on databases. Source: MariaDB documentation, "CREATE DATABASE", COMMENT. */
const OLDEST = [10, 5] as const;

/** Signs in, and checks the version of MariaDB. Errors of the driver are classified by `classifyError`. */
export const basicConnection: PlatformTest = {
  id: 'basic-connection',
  name: 'Initial Validation: Basic Connection Test',
  description: 'Signs in and asks for product and version: MariaDB 10.5 or newer.',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic', 'manual'],
  // A failed gate skips every other test, because tests need a connection.
  phase: 'gate',
  mandatory: true,
  on: { stage: STAGE, actor: 'setup' },
  async run({ session, signal }) {
    const [row] = await session.query(sql`SELECT VERSION() AS version`, { signal });
    const version = String(row?.version);
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (/mariadb/i.test(version) && (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]))) {
      return passed([{ version }]);
    }
    return failed(`The server is ${version}.`, {
      failureClass: 'unsupported',
      help: `This plugin needs MariaDB ${OLDEST.join('.')} or newer.`,
    });
  },
};
