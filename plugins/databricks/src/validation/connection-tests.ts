import { failed, passed, sql } from '@portcullis/plugin-api';
import { warehouseOf } from '../config/http-path.ts';
import { classifyError } from '../failures/classify-error.ts';
import { type DatabricksTest, isStopped, SERVICE, TEST_IDS } from './databricks-test.ts';

const NO_METASTORE = 'Ask an account admin to assign a metastore to the workspace.';

/** The test of the sign-in. Source: "Current User API". */
export const basicConnection: DatabricksTest = {
  id: TEST_IDS.connection,
  name: 'Basic Connection Test',
  description: 'Signs in to the workspace and queries the identity of the account. Needs no warehouse.',
  operations: ['create', 'edit', 'delete', 'recurring'],
  modes: ['automatic', 'manual'],
  phase: 'gate',
  mandatory: true,
  on: SERVICE,
  async run({ session, config, signal }) {
    return passed([{ workspace: config.workspaceUrl, principal: await session.principal(signal) }]);
  },
};

/**
 * The test that the workspace has a readable metastore. Without one, POST is a 422. Source:
 * plugins/databricks/README.md, "Tests".
 */
export const metastoreValidation: DatabricksTest = {
  id: TEST_IDS.metastore,
  name: 'Metastore validation',
  description:
    'Reads which Unity Catalog metastore is assigned to the workspace, and whether it has storage for catalogs.',
  operations: ['create', 'edit', 'recurring'],
  modes: ['automatic', 'manual'],
  phase: 'gate',
  mandatory: true,
  dependsOn: [TEST_IDS.connection],
  on: SERVICE,
  async run({ session, config, mode, operation, signal }) {
    const unreadable = 'The metastore information could not be obtained';
    try {
      const { id, name, region, hasStorage } = await session.metastore(signal);
      if (id === '')
        return failed(`${unreadable}: the workspace has no metastore.`, {
          failureClass: 'not-found',
          help: NO_METASTORE,
        });
      const needsLocation = operation === 'create' && mode === 'automatic' && config.managedLocation === undefined;
      const storage =
        hasStorage || !needsLocation ? {} : { storage: 'The metastore has none of its own: see managedLocation.' };
      return passed([{ metastore: name, id, region, ...storage }]);
    } catch (error) {
      const failure = classifyError(error);
      if (!failure || !['not-found', 'unsupported', 'missing-grant'].includes(failure.class)) throw error;
      return failed(`${unreadable}: ${failure.message}`, {
        failureClass: failure.class,
        help: NO_METASTORE,
        ...(failure.code === undefined ? {} : { code: failure.code }),
      });
    }
  },
};

const STATEMENT = sql`SELECT session_user() AS user_name, current_version().dbsql_version AS version`;

/**
 * Maximum duration of the start of a warehouse in milliseconds. It can take minutes; the time limit of the whole run
 * also applies.
 */
const WAREHOUSE_START_TIMEOUT_MS = 600_000;

/** The test that the account may use the warehouse and run a statement there. A stopped warehouse is started. */
export const warehouseAccess: DatabricksTest = {
  id: TEST_IDS.warehouse,
  name: 'SQL Warehouse Access Test',
  description:
    'Looks for the warehouse and runs a statement on it. A stopped warehouse is started, which may take minutes; the recurring validation does not start it.',
  operations: ['create', 'edit', 'delete', 'recurring'],
  modes: ['automatic', 'manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.connection],
  deadlineMs: WAREHOUSE_START_TIMEOUT_MS,
  on: SERVICE,
  async run({ session, config, operation, signal }) {
    const id = warehouseOf(config);
    const warehouse = await session.warehouse(signal).catch((error: unknown) => {
      if (classifyError(error)?.class === 'missing-grant') return null;
      throw error;
    });
    if (warehouse === null) {
      return failed(`The service principal may not use the SQL warehouse ${id}.`, {
        failureClass: 'missing-grant',
        remediation: {
          statements: [
            `In the permissions of SQL warehouse ${id}, grant ${await session.principal(signal)} "Can use".`,
          ],
          runAs: `a manager of SQL warehouse ${id}`,
        },
      });
    }
    if (!warehouse || /^DELET/.test(warehouse.state)) {
      return failed(`The SQL warehouse ${id} does not exist.`, {
        failureClass: 'not-found',
        help: 'Copy the HTTP path from the connection details of the warehouse.',
      });
    }
    // A test every hour would keep a warehouse running that stops automatically, at a cost.
    if (operation === 'recurring' && isStopped(warehouse))
      return passed([{ warehouse: warehouse.name, state: warehouse.state }]);
    const [row] = await session.query(STATEMENT, signal);
    return passed([{ warehouse: warehouse.name, state: warehouse.state, version: row?.version }]);
  },
};
