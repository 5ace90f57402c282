import { matchesGlob } from 'node:path';
import type { ModuleReference, SourceFile } from './source-file.ts';

interface SourceRule {
  /** The files of the rule, without tests. */
  readonly files: string;
  readonly except?: string;
  /** The offending places in a file. */
  readonly find: (file: SourceFile) => readonly string[];
  readonly remedy: string;
}

/** Packages that connect to a platform. They are large, and only needed for a connection. */
const drivers =
  /^(pg|pg-[\w-]+|mysql2|mysql2\/promise|snowflake-sdk|tedious|mssql|trino-client|@databricks\/.+|@google-cloud\/.+|@aws-sdk\/.+)$/;
const platforms = /snowflake|databricks|redshift|synapse|bigquery|trino/gi;
/** Too short for a search inside other words. */
const shortPlatforms = /(?<![A-Za-z0-9])s3(?![A-Za-z0-9])|S3(?![a-z0-9])/g;
const composition = /^(tsyringe|reflect-metadata)$/;

const specifiers = (references: readonly ModuleReference[]) => references.map(({ specifier }) => `"${specifier}"`);
const matches = (code: string, pattern: RegExp) => [...code.matchAll(pattern)].map(([text]) => `"${text.trim()}"`);

const sourceRules: readonly SourceRule[] = [
  {
    files: '{packages,plugins,examples}/*/src/**',
    find: (file) => file.starExports.map((specifier) => `"export * from ${specifier}"`),
    remedy: 'name each export, so that the public surface can be read in one place',
  },
  {
    files: '{packages,plugins,examples}/*/src/**',
    except: 'packages/core/src/composition/**',
    find: ({ references }) => specifiers(references.filter(({ specifier }) => composition.test(specifier))),
    remedy: 'only packages/core/src/composition/ may know the container; take what you need as a parameter',
  },
  {
    files: '{packages,plugins}/*/src/**',
    find: ({ references }) =>
      specifiers(references.filter(({ specifier, kind }) => kind === 'static' && drivers.test(specifier))),
    remedy: 'load drivers with "await import()" on the first connection, or write "import type"',
  },
  {
    files: 'packages/{plugin-api,core,http,testing}/src/**',
    find: ({ references }) => specifiers(references.filter(({ specifier }) => drivers.test(specifier))),
    remedy: 'a driver belongs to its plugin, or to the store that speaks through it',
  },
  {
    files: 'packages/core/src/**',
    find: ({ code, references }) => [
      ...matches(code, /(?<![\w.])fetch\s*\(/g),
      ...matches(code, /globalThis\s*\.\s*fetch\b/g),
      ...references.flatMap(({ specifier, names }) => (names.includes('fetch') ? `fetch of "${specifier}"` : [])),
    ],
    remedy: 'send through the HttpTransport port, which has deadlines and guards addresses',
  },
  {
    files: '{packages,plugins}/*/src/**',
    find: ({ references }) =>
      specifiers(references.filter(({ specifier, kind }) => kind !== 'type' && specifier === 'undici')),
    remedy:
      'load "undici/index.js": Bun replaces "undici" by functions that ignore the connector, and with it the address guard',
  },
  {
    files: 'packages/core/src/**',
    find: ({ code }) => [...matches(code, platforms), ...matches(code, shortPlatforms)],
    remedy: 'the core knows no platform; let the plugin declare what differs',
  },
];

/** Returns the rules that a source file breaks, one sentence each with the remedy. */
export function findBrokenRules(file: SourceFile): string[] {
  if (file.isTest) return [];
  return sourceRules
    .filter(({ files, except }) => matchesGlob(file.path, files) && !(except && matchesGlob(file.path, except)))
    .flatMap(({ find, remedy }) => find(file).map((place) => `${file.path} has ${place}: ${remedy}.`));
}
