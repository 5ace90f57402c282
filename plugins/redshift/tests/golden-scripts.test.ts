import { type AnyPluginDefinition, definitionOf } from '@portcullis/plugin-api';
import { parse } from 'libpg-query';
import { describe, expect, it } from 'vitest';
import { redshift } from '../src/index.ts';
import { fillSlots, section } from './support/script.ts';
import { markOf, type TestEnvironment } from './support/test-environment.ts';

const KINDS = ['initial', 'managed', 'removal'] as const;

function sampleEnvironment(
  definition: AnyPluginDefinition,
  changes: object = {},
): Pick<TestEnvironment, 'definition' | 'objects'> {
  const config = definition.config.parse({ ...definition.samples[0], username: 'governance_service', ...changes });
  const objects = definition.objects(config, { mode: 'manual', facts: {}, mark: (key) => markOf(key), options: {} });
  return { definition, objects };
}

describe('the scripts for Amazon Redshift', () => {
  // The scripts are in files. To accept a change, run vitest with --update and review the difference.
  it.each(KINDS)('match the reviewed one: %s', async (kind) => {
    const { text } = section(sampleEnvironment(definitionOf(redshift())) as TestEnvironment, kind);
    await expect(`${text}\n`).toMatchFileSnapshot(`golden/${kind}.sql`);
  });
});

describe('the scripts for PostgreSQL, in every combination of features', () => {
  const definition = definitionOf(redshift({ engine: 'postgresql' }));
  const features = [{ enabled: false }, { enabled: true }, { enabled: true, role: `o'"dd \\ $guard$ role` }];

  it.each(features.flatMap((impersonation) => KINDS.map((kind) => ({ impersonation, kind }))))(
    'are accepted by its parser: $kind, $impersonation',
    async ({ impersonation, kind }) => {
      const { text } = section(sampleEnvironment(definition, { impersonation }) as TestEnvironment, kind);
      const { stmts = [] } = await parse(fillSlots(text, 'Filled4Slot'));
      expect(stmts.length).toBeGreaterThanOrEqual(3);
      await expect(parse(fillSlots(text, 'Filled4Slot').replace('PROCEDURE', 'PROCEDRUE'))).rejects.toThrow(
        /syntax error/,
      );
    },
  );
});
