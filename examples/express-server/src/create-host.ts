import { createConsole } from '@portcullis/console';
import { createPortcullis, createStaticSecretKeys, INTEGRATION_STATUS_CHANGED } from '@portcullis/core';
import {
  createSharedQueue,
  createSharedStore,
  type Host,
  type HostOptions,
  PROMETHEUS_TYPE,
  readMetrics,
} from '@portcullis/example-shared';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { bigquery } from '@portcullis/plugin-bigquery';
import { databricks } from '@portcullis/plugin-databricks';
import { redshift } from '@portcullis/plugin-redshift';
import { s3 } from '@portcullis/plugin-s3';
import { snowflake } from '@portcullis/plugin-snowflake';
import { synapse } from '@portcullis/plugin-synapse';
import { trino } from '@portcullis/plugin-trino';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import express from 'express';

/** An Express application with Portcullis in it. This is the part to copy. */
export async function createHost(options: HostOptions): Promise<Host> {
  const { storeFile, secretKey, allow, targetPort, deliverInThread, nodes, logger } = options;
  const portcullis = await createPortcullis({
    // The demo target is a PostgreSQL server of this machine. For Amazon Redshift, leave the options out.
    plugins: [
      redshift({ engine: 'postgresql', localPorts: [targetPort] }),
      bigquery(),
      databricks(),
      s3(),
      snowflake(),
      synapse(),
      trino(),
    ],
    // A single process uses a file. Several processes share a database, and wake each other through an engine.
    store: nodes ? createSharedStore(nodes) : createSqliteStore({ file: storeFile }),
    ...(nodes && { queue: createSharedQueue(nodes) }),
    secretKeys: createStaticSecretKeys({ current: 'first', keys: { first: secretKey } }),
    webhooks: {
      allow,
      kinds: [INTEGRATION_STATUS_CHANGED],
      // Deliveries in a separate thread: useful if there are many deliveries while users wait for responses.
      ...(deliverInThread && {
        thread: { module: new URL('./deliver.ts', import.meta.url), data: { storeFile, secretKey, nodes } },
      }),
    },
    logger,
  });

  const app = express();
  app.get('/', (_request, response) => {
    response.send('A host application. Portcullis answers below /integrations and /webhooks.\n');
  });
  app.get('/metrics', async (request, response, next) => {
    const text = await readMetrics(portcullis, request.socket.remoteAddress);
    if (text === undefined) next();
    else response.type(PROMETHEUS_TYPE).send(text);
  });
  app.use(portcullisExpress(createHttpHandler(portcullis, { console: createConsole() })));
  return { portcullis, listener: app };
}
