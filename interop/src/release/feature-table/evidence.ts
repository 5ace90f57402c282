/** A reference to a test: a file, and a text in it that exists only with that test. */
export interface TestReference {
  /** From the root of the repository. */
  readonly file: string;
  readonly contains: string;
  /** The name of the test in the table. */
  readonly as: string;
}

/** The tests of one feature, or the reason why there are none. */
export interface Evidence {
  readonly unit: readonly TestReference[] | string;
  readonly conformance: readonly TestReference[] | string;
  readonly parser: readonly TestReference[] | string;
  readonly engine: readonly TestReference[] | string;
}

const at = (file: string, contains: string, as: string): TestReference => ({ file, contains, as });
const kit = (plugin: string, contains: string): readonly TestReference[] => [
  at(`plugins/${plugin}/tests/conformance.test.ts`, contains, 'kit'),
];
const sqlfluff = (plugin: string, contains: string): TestReference =>
  at(`interop/src/platforms/${plugin}/grammar/statements.ts`, contains, 'sqlfluff');
const emulator = (file: string, contains: string): TestReference =>
  at(`interop/tests/platforms/${file}`, contains, 'emulator');
const environment = (plugin: string, contains: string): TestReference =>
  at(`interop/src/platforms/${plugin}/test-environment.ts`, contains, 'emulator');
const golden = (plugin: string, contains: string, path = 'golden-scripts.test.ts'): TestReference =>
  at(`plugins/${plugin}/tests/${path}`, contains, 'scripts');

const READ_ONLY = 'reads, and changes nothing by statements';
const BY_THE_HOST = 'the host makes it; the plugin removes it';

/** The evidence of each feature of each plugin, by the ids that the plugins declare; `base` for a plugin that declares none. */
export const EVIDENCE: Readonly<Record<string, Readonly<Record<string, Evidence>>>> = {
  snowflake: {
    base: {
      unit: [golden('snowflake', 'switch to the least privileged role for the next statements')],
      conformance: kit('snowflake', 'definePluginConformance'),
      parser: [sqlfluff('snowflake', 'audit')],
      engine: [emulator('snowflake/journeys.test.ts', "describe('a custom set-up role")],
    },
    audit: {
      unit: [golden('snowflake', 'use ACCOUNTADMIN only for features that require it')],
      conformance: kit('snowflake', 'audit'),
      parser: [sqlfluff('snowflake', 'audit')],
      engine: [environment('snowflake', 'audit: ON')],
    },
    lineage: {
      unit: [golden('snowflake', 'lineage')],
      conformance: kit('snowflake', 'lineage'),
      parser: [sqlfluff('snowflake', 'lineage')],
      engine: [environment('snowflake', 'lineage: ON')],
    },
    impersonation: {
      unit: [golden('snowflake', 'impersonation', 'support/configs.ts')],
      conformance: kit('snowflake', 'impersonation'),
      parser: [sqlfluff('snowflake', 'impersonation')],
      engine: [emulator('snowflake/impersonation.test.ts', 'warns while no user has the role')],
    },
    workspaces: {
      unit: [golden('snowflake', 'workspaces', 'support/configs.ts')],
      conformance: kit('snowflake', 'workspaces'),
      parser: [sqlfluff('snowflake', 'workspaces')],
      engine: [environment('snowflake', 'workspaces: ON')],
    },
  },
  databricks: {
    base: {
      unit: [golden('databricks', 'grant only the use of the catalog')],
      conformance: kit('databricks', 'definePluginConformance'),
      parser: [
        sqlfluff('databricks', 'combination'),
        at('interop/src/platforms/databricks/grammar/spark/run.ts', 'Spark', 'Spark'),
      ],
      engine: [
        emulator('databricks/journeys.test.ts', 'removes row filters and column masks from a foreign %s'),
        at(
          'interop/src/platforms/databricks/unity-catalog/cases.ts',
          'an automatic set-up is made, checked',
          'Unity Catalog server',
        ),
      ],
    },
    audit: {
      unit: [at('plugins/databricks/tests/validation.test.ts', 'is not started for the hourly test of audit', 'tests')],
      conformance: kit('databricks', 'audit and a group'),
      parser: [sqlfluff('databricks', 'audit: { enabled: true }')],
      engine: [emulator('databricks/emulator.test.ts', 'requires an account admin for grants on system schemas')],
    },
    exclusion: {
      unit: [at('plugins/databricks/tests/conformance.test.ts', "groupPattern: { deny: 'exempt' }", 'kit')],
      conformance: kit('databricks', 'audit and a group'),
      parser: [sqlfluff('databricks', 'groupPattern')],
      engine: [
        emulator('databricks/bad-input.test.ts', 'warns of an excluded group that is not a group of the account'),
      ],
    },
  },
  redshift: {
    base: {
      unit: [golden('redshift', 'match the reviewed one')],
      conformance: kit('redshift', 'definePluginConformance'),
      parser: [sqlfluff('redshift', 'combination'), golden('redshift', 'in every combination of features')],
      engine: [
        at('plugins/redshift/tests/automatic-set-up.test.ts', 'startPostgres', 'PostgreSQL'),
        at('interop/tests/platforms/redshift/as-redshift.test.ts', 'startRedshiftLike', 'as Redshift'),
      ],
    },
    impersonation: {
      unit: [at('plugins/redshift/src/redshift.test.ts', 'omit impersonation if it is off', 'tests')],
      conformance: kit('redshift', 'impersonation'),
      parser: [sqlfluff('redshift', 'impersonation')],
      engine: [
        at(
          'plugins/redshift/tests/automatic-set-up.test.ts',
          'members of the role can query as other users, and stop doing so',
          'PostgreSQL',
        ),
        at(
          'interop/tests/platforms/redshift/as-redshift.test.ts',
          'leave a foreign role of the same name alone',
          'as Redshift',
        ),
      ],
    },
  },
  synapse: {
    base: {
      unit: [golden('synapse', 'match the reviewed ones')],
      conformance: kit('synapse', 'as the interface shows it'),
      parser: [
        sqlfluff('synapse', 'impersonation'),
        at('interop/src/platforms/synapse/grammar/pool-rules.ts', 'POOL_RULES', 'rules of a pool'),
      ],
      engine: [emulator('synapse/journeys.test.ts', 'are removed with the views in their schema')],
    },
    impersonation: {
      unit: [at('plugins/synapse/tests/validation.test.ts', 'name the missing part of impersonation', 'tests')],
      conformance: kit('synapse', "name: 'no impersonation'"),
      parser: [sqlfluff('synapse', 'impersonation')],
      engine: [emulator('synapse/journeys.test.ts', 'let only members of the role query as an account with a profile')],
    },
  },
  bigquery: {
    base: {
      unit: [at('plugins/bigquery/src/bigquery.test.ts', 'every feature is affected by a test', 'tests')],
      conformance: kit('bigquery', 'definePluginConformance'),
      parser: [at('plugins/bigquery/src/setup/terraform.test.ts', 'terraform', 'Terraform')],
      engine: [emulator('bigquery/journeys.test.ts', 'if the custom role does not exist')],
    },
    'view-datasets': {
      unit: [at('plugins/bigquery/src/bigquery.test.ts', 'every feature is affected by a test', 'tests')],
      conformance: kit('bigquery', 'definePluginConformance'),
      parser: BY_THE_HOST,
      engine: [emulator('bigquery/views-datasets.test.ts', 'shows the datasets of views, drops them first')],
    },
    'masking-functions': {
      unit: [at('plugins/bigquery/src/bigquery.test.ts', 'every feature is affected by a test', 'tests')],
      conformance: kit('bigquery', 'definePluginConformance'),
      parser: BY_THE_HOST,
      engine: [emulator('bigquery/journeys.test.ts', 'if the custom role does not exist')],
    },
  },
  s3: {
    base: {
      unit: [at('plugins/s3/src/objects/objects.test.ts', 'includes instance and role', 'tests')],
      conformance: kit('s3', 'definePluginConformance'),
      parser: 'sends calls, and no statements',
      engine: [
        emulator('s3/journeys.test.ts', 'has drift if its location is missing'),
        at('interop/src/platforms/s3/moto/cases.ts', 'CASES', 'moto'),
      ],
    },
  },
  trino: {
    base: {
      unit: [at('plugins/trino/src/trino.test.ts', 'trino', 'tests')],
      conformance: kit('trino', 'definePluginConformance'),
      parser: READ_ONLY,
      engine: [at('interop/src/platforms/trino/real/journeys.ts', 'who may do nothing is refused', 'Trino 476')],
    },
    'row-filters': {
      unit: [at('plugins/trino/src/decisions/create-decision-handler.test.ts', 'filters and masks', 'tests')],
      conformance: 'nothing of it is set up',
      parser: READ_ONLY,
      engine: [
        at('interop/src/platforms/trino/real/journeys.ts', 'row filters and column masks are applied', 'Trino 476'),
      ],
    },
    'column-masks': {
      unit: [at('plugins/trino/src/decisions/create-decision-handler.test.ts', 'filters and masks', 'tests')],
      conformance: 'nothing of it is set up',
      parser: READ_ONLY,
      engine: [
        at('interop/src/platforms/trino/real/journeys.ts', 'row filters and column masks are applied', 'Trino 476'),
      ],
    },
  },
};

/**
 * Features that were tested against the vendor's own service, by plugin. None yet: after a run of a suite, add the day
 * and the place.
 */
export const SEEN_ON_THE_SERVICE: Readonly<Record<string, string>> = {
  trino: 'the released coordinator is the service',
};
