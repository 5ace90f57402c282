/** A page of the API reference with the exports of one concept of a package. */
export interface Concept {
  /** The last part of the address of the page, after the name of the package. */
  readonly slug: string;
  /** The title in the sidebar and in the list of the package. */
  readonly title: string;
  /** One sentence that describes the page. */
  readonly summary: string;
  /** The exports of the page, as `<file below src>#<name>`. */
  readonly exports: RegExp;
}

/** The concepts of a package, in the order of the sidebar. */
export interface ConceptTable {
  /** Exports that stay on the page of the package itself. */
  readonly start: RegExp;
  /** An export belongs to the first concept whose pattern matches it. */
  readonly concepts: readonly Concept[];
}

const concept = (slug: string, title: string, exports: RegExp, summary: string): Concept => ({
  slug,
  title,
  exports,
  summary,
});

const CORE: ConceptTable = {
  start: /^(?:create-portcullis|composition\/(?:tenant-)?portcullis|idempotency\/.*)\.ts#/,
  concepts: [
    concept(
      'options',
      'Options',
      /^(?:options\/(?!declared-kind|webhook-|retry-|tenant-)|settings\/)/,
      'The options of an instance, callbacks of the host, and settings that change at run time.',
    ),
    concept(
      'operations',
      'Operations and progress',
      /^(?:integrations\/operations\/|changes\/sessions\/|integrations\/views\/(?:operation-failure|unresolved-object)|integrations\/views\/integration-views\.ts#(?:JournalEntry|Operation))/,
      'Operations of integrations: kinds, journal, progress, failures, unresolved objects.',
    ),
    concept(
      'plans-and-drift',
      'Plans, scripts, drift',
      /^(?:changes\/|integrations\/(?:drift|migrate)\/|integrations\/views\/adoption-view)/,
      'Plans and scripts of changes, drift reports, adoption and migration.',
    ),
    concept(
      'validation',
      'Validation and privileges',
      /^integrations\/(?:privileges\/|views\/validation-)/,
      'Results of validation tests, and the privileges of the set-up role.',
    ),
    concept(
      'integrations',
      'Integrations',
      /^integrations\//,
      'The operations of integrations as functions, the lifecycle, and what they return.',
    ),
    concept(
      'delivery',
      'Delivery of webhooks',
      /^(?:options\/(?:webhook-|retry-)|delivery\/thread\/)/,
      'Options of delivery: retries, breaker, backlog, receivers, proxy, and the delivery thread.',
    ),
    concept(
      'notifications',
      'Notifications',
      /^(?:delivery\/(?:publish|catalogue)\/|options\/declared-kind)/,
      'Publication of notifications, the catalogue of kinds, and kinds that the host declares.',
    ),
    concept(
      'events',
      'Events',
      /^(?:composition\/portcullis-events|delivery\/events\/|kernel\/events\/)/,
      'The events of an instance.',
    ),
    concept(
      'webhooks',
      'Webhooks',
      /^delivery\//,
      'The operations of webhooks as functions, their input, history, statistics and tests.',
    ),
    concept('tracing', 'Tracing', /^kernel\/tracing\//, 'Diagnostics channels and their messages.'),
    concept(
      'tenants',
      'Tenants',
      /^(?:tenants\/|tenant-cache\/|options\/tenant-)/,
      'Tenants: creation, limits, usage, export, import and removal.',
    ),
    concept(
      'principals',
      'Principals and API keys',
      /^security\/(?:principals|api-keys)\//,
      'Callers with their permissions, and API keys.',
    ),
    concept(
      'secrets',
      'Secrets and keys',
      /^(?:security\/(?:seal|reseal)\/|ports\/secret-keys|adapters\/static-secret-keys)/,
      'Keys that seal secrets, and their rotation.',
    ),
    concept('errors', 'Errors', /^kernel\/(?:errors|input)\//, 'Errors with their codes, details and input issues.'),
    concept(
      'store-all-tenants',
      'Ports: all tenants of a store',
      /^ports\/store\/store\.ts#(?:ALL_TENANTS|AllTenants|Owned)/,
      'The part of the `Store` port that reaches the rows of all tenants.',
    ),
    concept(
      'store-rows',
      'Ports: rows of a store',
      /^ports\/store\/(?:columns|tables|store-error|store-conflict-error|store\.ts#(?:Comparison|Condition|Match|Patch|Query|Where))/,
      'Tables, columns, rows, conditions and errors of the `Store` port.',
    ),
    concept(
      'store',
      'Ports: store',
      /^(?:ports\/store\/|adapters\/memory-store\/)/,
      'The `Store` port with its transactions, and the store in memory.',
    ),
    concept(
      'queue',
      'Ports: queue',
      /^(?:ports\/job-queue|adapters\/in-process-queue)/,
      'The `JobQueue` port, and the queue within a process.',
    ),
    concept(
      'transport',
      'Ports: transport',
      /^(?:ports\/http-transport|adapters\/undici-transport\/|security\/address-guard\/)/,
      'The `HttpTransport` port, the transport on undici, and the address guard.',
    ),
    concept(
      'clock',
      'Ports: clock, random, logger',
      /^(?:(?:ports|platform)\/(?:clock|random|logger)|adapters\/system-)/,
      'The ports `Clock`, `Random` and `Logger`, and their adapters.',
    ),
  ],
};

const PLUGIN_API: ConceptTable = {
  start: /^(?:[\w-]+\.ts|definition-checks\/.*)#/,
  concepts: [
    concept('objects', 'Managed objects', /^objects\//, 'Managed objects, their steps, privileges and observation.'),
    concept('platform', 'Platform', /^platform\//, 'Dialects, stages, sessions, targets and facts of a platform.'),
    concept('statements', 'Statements', /^(?:sql|script)\//, 'SQL templates with slots, and the text of scripts.'),
    concept('commands', 'Commands', /^command\//, 'Commands in place of SQL, and the shell syntax of scripts.'),
    concept(
      'config',
      'Config and secrets',
      /^config\//,
      'Fields of a config, and the marks of secret and hidden fields.',
    ),
    concept('options', 'Options of a plugin', /^options\//, 'Checks of the options that a host passes to a plugin.'),
    concept('validation', 'Validation tests', /^validation\//, 'Validation tests and their outcomes.'),
    concept(
      'errors',
      'Errors and failures',
      /^(?:errors|failures)\//,
      'Errors of plugins, and the classes of failures.',
    ),
  ],
};

const TESTING: ConceptTable = {
  start: /^(?!.)/,
  concepts: [
    concept(
      'plugin-kit',
      'Conformance of plugins',
      /^plugin-kit\//,
      'The conformance kit of plugins: cases, samples, opt-outs.',
    ),
    concept(
      'real-kit',
      'Conformance on a real platform',
      /^real-kit\//,
      'The conformance kit for a platform that is not simulated.',
    ),
    concept(
      'store-and-queue-kits',
      'Conformance of stores and queues',
      /^(?:store|queue)-kit\//,
      'The conformance kits of stores and queues.',
    ),
    concept(
      'simulated',
      'The simulated platform',
      /^simulated\//,
      'The simulated platform, its faults and its plugin.',
    ),
    concept('fakes', 'Fakes', /^fakes\//, 'A fake of every port, and recorders of events and log entries.'),
    concept('servers', 'Test servers', /^servers\//, 'Receivers of webhooks and proxies for tests.'),
  ],
};

const CLIENT: ConceptTable = {
  start: /^(?!generated\/)|#(?:PortcullisClient|ErrorBody)$/,
  concepts: [
    concept(
      'configs',
      'Configs and credentials',
      /#\w+(?:Config|Credentials)$/,
      'The config and the credentials of each platform.',
    ),
    concept('scripts', 'Scripts', /#\w*Script/, 'The functions of the script routes.'),
    concept(
      'webhook-routes',
      'Webhooks',
      /#\w*(?:Webhook|History|Deliver|NotificationKinds|testEndpoint)/,
      'The functions of the webhook routes, with their bodies and responses.',
    ),
    concept(
      'administration',
      'Administration',
      /#\w*(?:ApiKey|Settings|SecretKeys|[rR]eseal|Health|OpenApiDocument|Capabilities)/,
      'The functions for API keys, settings, secret keys and the service, with their bodies and responses.',
    ),
    concept(
      'progress',
      'Progress, timeline, drift',
      /#\w*(?:Operation(?!Response)|Progress|Timeline|Drift|Unresolved|Ownership)/,
      'The functions that follow an integration: operations and their progress, the timeline, drift, unresolved objects.',
    ),
    concept(
      'integrations',
      'Integrations',
      /^generated\//,
      'The functions of the integration routes, with their bodies and responses.',
    ),
  ],
};

/** The concepts of every package whose reference is longer than a page. */
export const CONCEPTS: ReadonlyMap<string, ConceptTable> = new Map([
  ['@portcullis/core', CORE],
  ['@portcullis/plugin-api', PLUGIN_API],
  ['@portcullis/testing', TESTING],
  ['@portcullis/client', CLIENT],
]);
