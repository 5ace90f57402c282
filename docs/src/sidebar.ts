interface SidebarPage {
  readonly text: string;
  readonly link: string;
}

interface SidebarGroup {
  readonly text: string;
  readonly items: SidebarPage[];
}

const page = (text: string, link: string): SidebarPage => ({ text, link });
const group = (text: string, ...items: SidebarPage[]): SidebarGroup => ({ text, items });

/** All pages, grouped by purpose. A test compares it with the existing pages. */
export const SIDEBAR: SidebarGroup[] = [
  group(
    'Start',
    page('What there is', '/'),
    page('Quick start', '/guide/quick-start'),
    page('Express example', '/examples/express-server'),
    page('Koa example', '/examples/koa-server'),
    page('More hosts', '/examples/hosts'),
    page('Compared', '/guide/compared'),
  ),
  group(
    'Embed it',
    page('Mount it', '/guide/mount'),
    page('Authenticate callers', '/guide/authenticate'),
    page('Many customers', '/guide/many-customers'),
    page('Many databases', '/examples/cells'),
    page('Store and keys', '/guide/store-and-keys'),
    page('Several nodes', '/guide/several-nodes'),
    page('Deliveries in a thread', '/guide/delivery-thread'),
    page('Bun and Deno', '/guide/bun-and-deno'),
    page('Notify your users', '/guide/notify'),
    page('Transactions of your ORM', '/guide/transactions'),
  ),
  group(
    'Concepts',
    page('The one idea', '/concepts/the-one-idea'),
    page('The life of an integration', '/concepts/lifecycle'),
    page('Delivery', '/concepts/delivery'),
    page('Ledger, drift, adoption', '/concepts/drift-and-ledger'),
    page('Privileges and failures', '/concepts/privileges-and-failures'),
  ),
  group(
    'Operate it',
    page('The console', '/operations/console'),
    page('When a process dies', '/operations/crashes'),
    page('The kill matrix', '/operations/kill-matrix'),
    page('Foreign objects after a kill', '/operations/foreign-objects'),
    page('The delivery crash matrix', '/operations/delivery-crash-matrix'),
    page('Database faults', '/operations/database-faults'),
    page('The receiver fault matrix', '/operations/receiver-fault-matrix'),
    page('Observability', '/operations/observability'),
    page('Secrets, several clients', '/operations/secrets-and-concurrency'),
    page('Retention', '/operations/retention'),
    page('Upgrade and migrate', '/operations/upgrade'),
    page('Back up and restore', '/operations/backup'),
    page('Scale', '/operations/scale'),
    page('Benchmarks', '/benchmarks'),
  ),
  group(
    'Security',
    page('Threat model', '/security/threat-model'),
    page('Stored data', '/security/what-is-stored'),
    page('Permissions', '/security/permissions'),
    page('Canary report', '/security/canary-report'),
    page('Webhook addresses', '/security/webhook-addresses'),
  ),
  group(
    'Platforms',
    page('All of them', '/platforms/'),
    page('Snowflake', '/platforms/snowflake'),
    page('Databricks', '/platforms/databricks'),
    page('Amazon Redshift', '/platforms/redshift'),
    page('Azure Synapse Analytics', '/platforms/synapse'),
    page('Google BigQuery', '/platforms/bigquery'),
    page('Native S3', '/platforms/s3'),
    page('Trino', '/platforms/trino'),
  ),
  group(
    'Extend it',
    page('Write a platform plugin', '/write-a-platform-plugin'),
    page('create-plugin', '/packages/create-plugin'),
    page('A plugin for MariaDB', '/examples/custom-plugin'),
    page('A plugin for Redis', '/examples/redis-plugin'),
    page('A plugin for an HTTP API', '/examples/rest-plugin'),
    page('The plugin contract', '/packages/plugin-api'),
    page('The contract by question', '/reference/plugin-contract'),
    page('What a plugin can rely on', '/reference/plugin-versions'),
    page('The network side of plugins', '/packages/plugin-network'),
    page('Conformance kits and fakes', '/packages/testing'),
    page('Write a store', '/write-a-store'),
    page('Write a queue', '/write-a-queue'),
  ),
  group(
    'Packages',
    page('core', '/packages/core'),
    page('http', '/packages/http'),
    page('client', '/packages/client'),
    page('cli', '/packages/cli'),
    page('console', '/packages/console'),
    page('store-sql', '/packages/store-sql'),
    page('queue-pg-boss', '/packages/queue-pg-boss'),
    page('queue-bullmq', '/packages/queue-bullmq'),
    page('opentelemetry', '/packages/opentelemetry'),
  ),
  group(
    'HTTP interface',
    page('All routes', '/reference/http/'),
    page('Integrations', '/reference/http/integrations'),
    page('Scripts', '/reference/http/scripts'),
    page('Webhooks', '/reference/http/webhooks'),
    page('Administration', '/reference/http/administration'),
    page('Service', '/reference/http/service'),
    page('Schemas', '/reference/http/schemas'),
  ),
  group(
    'Look up',
    page('Options', '/reference/options'),
    page('Errors', '/reference/errors'),
    page('Notification kinds', '/reference/kinds'),
    page('API reference', '/reference/api/'),
    page('Decision records', '/adr/'),
    page('Contributing', '/contributing'),
  ),
];
