import { ServiceError, type ValidationResults } from '@portcullis/core';
import { definitionOf, FAILURE_CLASSES, type FailureClass, type Plugin } from '@portcullis/plugin-api';
import { bigquery } from '@portcullis/plugin-bigquery';
import { databricks } from '@portcullis/plugin-databricks';
import { redshift } from '@portcullis/plugin-redshift';
import { s3 } from '@portcullis/plugin-s3';
import { snowflake } from '@portcullis/plugin-snowflake';
import { synapse } from '@portcullis/plugin-synapse';
import { createSimulatedPlatform, type SimulatedPlatform, simulate } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN } from '../../src/shared/admin.ts';
import { openInMemory } from '../../src/shared/open-in-memory.ts';
import { textFaults } from '../../src/shared/text-faults.ts';

const PLUGINS: readonly (readonly [string, Plugin])[] = [
  ['Snowflake', snowflake()],
  ['Databricks', databricks()],
  ['Redshift', redshift()],
  ['Azure Synapse Analytics', synapse()],
  ['Google BigQuery', bigquery()],
  ['Native S3', s3()],
];
const CLASSES = Object.keys(FAILURE_CLASSES) as FailureClass[];
/** The statements of a validation that fail in turn. */
const STATEMENTS = [1, 2, 3, 4, 5, 6, 8, 11];

type Trouble = (platform: SimulatedPlatform) => unknown;
const NONE: Trouble = () => undefined;

/** A sample has each class of failure at one statement, which differs for each plugin. */
const SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';

/** All failures of the platform, one at a time. */
const troublesOf = (plugin: number): readonly Trouble[] => [
  NONE,
  ...CLASSES.map((failure) => (platform: SimulatedPlatform) => platform.refuseConnections({ with: failure })),
  ...CLASSES.flatMap((fail, number) =>
    STATEMENTS.filter((_, position) => !SAMPLED || (number + plugin) % STATEMENTS.length === position).map(
      (at) => (platform: SimulatedPlatform) => platform.inject({ at, effect: { fail } }),
    ),
  ),
];

describe('every text of a validation consists of whole sentences, after any failure:', () => {
  it.each(PLUGINS)('%s', { timeout: 120_000 }, async (type, plugin) => {
    const number = PLUGINS.findIndex(([name]) => name === type);
    const texts = new Set<string>();
    const classes = new Set<string>();
    const [whole, ...others] = definitionOf(plugin).samples;
    const runs = [
      ...troublesOf(number).map((trouble) => [whole, trouble] as const),
      ...others.map((other) => [other, NONE] as const),
    ];
    for (const [config, trouble] of runs) {
      for (const autoBootstrap of [true, false]) {
        const body = { type, autoBootstrap, config };
        const results = await validationOf(plugin, body, trouble);
        for (const { name, message, skipReason, cause, failureClass } of results?.validationTests ?? []) {
          for (const text of [message, skipReason, ...Object.values(cause ?? {})]) {
            if (typeof text === 'string' && text.includes(' ')) texts.add(`${name} | ${text}`);
          }
          if (failureClass) classes.add(failureClass);
        }
      }
    }
    expect(classes.size).toBeGreaterThan(5);
    expect([...texts].filter((each) => textFaults(each).length > 0 || !/[.!]$/.test(each))).toEqual([]);
  });
});

/** The results of a dry run. Undefined for a sample that its mode refuses. */
async function validationOf(original: Plugin, body: object, trouble: Trouble): Promise<ValidationResults | undefined> {
  const platform = createSimulatedPlatform();
  const portcullis = await openInMemory({
    plugins: [simulate(original, platform)],
    integrations: { transientRetries: 0 },
  });
  try {
    trouble(platform);
    const response = await portcullis.integrations.create(ADMIN, body, { dryRun: true });
    return (response as { validationResults: ValidationResults }).validationResults;
  } catch (error) {
    if (!ServiceError.isInstance(error) || error.statusCode >= 500) throw error;
    return error.extras.validationResults as ValidationResults | undefined;
  } finally {
    await portcullis.close();
  }
}
