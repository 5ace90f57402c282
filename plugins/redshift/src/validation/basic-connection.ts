import { failed, passed, sql } from '@portcullis/plugin-api';
import { ENGINES, type Engine } from '../engine.ts';
import { productOf } from '../product.ts';
import { STAGE } from '../stages.ts';
import { connectionRemedy } from './connection-remedy.ts';
import { BASIC_CONNECTION, type RedshiftTest } from './redshift-test.ts';

/** The test that signs in and checks the product. */
export function basicConnection(engine: Engine): RedshiftTest {
  return {
    id: BASIC_CONNECTION,
    name: 'Initial Validation: Basic Connection Test',
    description: 'Signs in to the initial database and asks for product and version.',
    operations: ['create', 'edit', 'delete'],
    modes: ['automatic', 'manual'],
    phase: 'gate',
    mandatory: true,
    on: { stage: STAGE.initial, actor: 'setup' },
    remedy: connectionRemedy(engine, 'setup'),
    async run({ session, signal }) {
      const [row] = await session.query(sql`SELECT version() AS version, current_database() AS database`, { signal });
      const { product, version } = productOf(String(row?.version ?? ''));
      const wanted = ENGINES[engine].product;
      if (product === wanted) return passed([{ product, version, database: String(row?.database) }]);
      return failed(`The product of the server is ${product}, not ${wanted}.`, {
        failureClass: 'unsupported',
        help: `Enter the endpoint of ${wanted}.`,
      });
    },
  };
}
