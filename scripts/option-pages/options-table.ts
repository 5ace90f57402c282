/** A group of options: an interface, and the names of its members in the options. */
export interface OptionGroup {
  /** The heading of the group. */
  readonly heading: string;
  /** The file of the interface, from the root of the repository. */
  readonly file: string;
  readonly interface: string;
  /** The path of the object in the options, such as `webhooks.backlog.`. Empty for the options themselves. */
  readonly prefix?: string;
}

/** A function with options. */
export interface OptionsOf {
  readonly function: string;
  readonly package: string;
  readonly groups: readonly OptionGroup[];
}

const core = (file: string, name: string, heading: string, prefix = ''): OptionGroup => ({
  heading,
  file: `packages/core/src/options/${file}.ts`,
  interface: name,
  prefix,
});

/** Every function whose options the page lists. */
export const OPTIONS: readonly OptionsOf[] = [
  {
    function: 'createPortcullis',
    package: '@portcullis/core',
    groups: [
      core('portcullis-options', 'PortcullisOptions', 'The instance'),
      core('integration-options', 'IntegrationOptions', 'Integrations', 'integrations.'),
      core('webhook-options', 'WebhookOptions', 'Webhooks', 'webhooks.'),
      core('retry-policy', 'RetryPolicy', 'Retries of deliveries', 'webhooks.retryPolicy.'),
      core('retry-policy', 'BreakerPolicy', 'The breaker', 'webhooks.retryPolicy.breaker.'),
      core('webhook-options', 'BacklogOptions', 'Full endpoint queues', 'webhooks.backlog.'),
      core('webhook-options', 'AllowedAddress', 'Exceptions from the address guard', 'webhooks.allow[].'),
      core('webhook-proxy', 'WebhookProxy', 'The proxy of deliveries', 'webhooks.proxy.'),
      core('webhook-options', 'DeliveryThread', 'The delivery thread', 'webhooks.thread.'),
      core('declared-kind', 'DeclaredKind', 'Your own kinds', 'webhooks.kinds[].'),
      core('settings', 'Settings', 'Settings', 'settings.'),
      core('tenant-options', 'TenantOptions', 'Tenants', 'tenants.'),
      core('tenant-limits', 'TenantLimits', 'Limits of tenants', 'tenants.limits.'),
      core('host-callbacks', 'HostCallbacks', 'Callbacks of the host', 'host.'),
    ],
  },
  {
    function: 'createHttpHandler',
    package: '@portcullis/http',
    groups: [
      { heading: 'The handler', file: 'packages/http/src/http-handler-options.ts', interface: 'HttpHandlerOptions' },
      {
        heading: 'Event streams',
        file: 'packages/http/src/event-stream/create-event-stream.ts',
        interface: 'EventStreamOptions',
        prefix: 'eventStreams.',
      },
    ],
  },
  {
    function: 'createSqliteStore',
    package: '@portcullis/store-sql/sqlite',
    groups: [
      {
        heading: 'The SQLite store',
        file: 'packages/store-sql/src/sqlite/sqlite-store-options.ts',
        interface: 'SqliteStoreOptions',
      },
    ],
  },
  {
    function: 'createPostgresStore',
    package: '@portcullis/store-sql/postgres',
    groups: [
      {
        heading: 'The PostgreSQL store',
        file: 'packages/store-sql/src/postgres/postgres-store-options.ts',
        interface: 'PostgresStoreOptions',
      },
      {
        heading: 'The connection pool',
        file: 'packages/store-sql/src/postgres/postgres-store-options.ts',
        interface: 'PostgresPoolOptions',
        prefix: 'pool.',
      },
    ],
  },
  {
    function: 'createMariaDbStore',
    package: '@portcullis/store-sql/mariadb',
    groups: [
      {
        heading: 'The MariaDB store',
        file: 'packages/store-sql/src/mariadb/mariadb-store-options.ts',
        interface: 'MariaDbStoreOptions',
      },
      {
        heading: 'The pool of MariaDB connections',
        file: 'packages/store-sql/src/mariadb/mariadb-store-options.ts',
        interface: 'MariaDbPoolOptions',
        prefix: 'pool.',
      },
    ],
  },
  {
    function: 'createPgBossQueue',
    package: '@portcullis/queue-pg-boss',
    groups: [
      {
        heading: 'The queue on pg-boss',
        file: 'packages/queue-pg-boss/src/pg-boss-queue-options.ts',
        interface: 'PgBossQueueOptions',
      },
    ],
  },
  {
    function: 'createBullMqQueue',
    package: '@portcullis/queue-bullmq',
    groups: [
      {
        heading: 'The queue on BullMQ',
        file: 'packages/queue-bullmq/src/bullmq-queue-options.ts',
        interface: 'BullMqQueueOptions',
      },
    ],
  },
  {
    function: 'observePortcullis',
    package: '@portcullis/opentelemetry',
    groups: [
      {
        heading: 'Traces and metrics',
        file: 'packages/opentelemetry/src/observe-portcullis.ts',
        interface: 'ObserveOptions',
      },
    ],
  },
  {
    function: 'observeDeliveries',
    package: '@portcullis/opentelemetry',
    groups: [
      {
        heading: 'Metrics of deliveries',
        file: 'packages/opentelemetry/src/observe-deliveries.ts',
        interface: 'ObserveDeliveriesOptions',
      },
    ],
  },
  {
    function: 'createPortcullisClient',
    package: '@portcullis/client',
    groups: [
      {
        heading: 'The client',
        file: 'packages/client/src/create-portcullis-client.ts',
        interface: 'PortcullisClientOptions',
      },
    ],
  },
  ...[
    ['snowflake', 'snowflake-options', 'SnowflakeOptions', 'Snowflake'],
    ['databricks', 'databricks-options', 'DatabricksOptions', 'Databricks'],
    ['redshift', 'redshift-options', 'RedshiftOptions', 'Amazon Redshift'],
    ['synapse', 'synapse-options', 'SynapseOptions', 'Azure Synapse Analytics'],
    ['bigquery', 'bigquery-options', 'BigQueryOptions', 'Google BigQuery'],
    ['s3', 's3-options', 'S3Options', 'Native S3'],
    ['trino', 'trino', 'TrinoOptions', 'Trino'],
  ].map(([folder = '', file = '', name = '', heading = '']) => ({
    function: folder,
    package: `@portcullis/plugin-${folder}`,
    groups: [{ heading, file: `plugins/${folder}/src/${file}.ts`, interface: name }],
  })),
  {
    function: 'createTrinoDecisionHandler',
    package: '@portcullis/plugin-trino',
    groups: [
      {
        heading: 'Decisions for Trino',
        file: 'plugins/trino/src/decisions/create-decision-handler.ts',
        interface: 'TrinoDecisionHandlerOptions',
      },
    ],
  },
];
