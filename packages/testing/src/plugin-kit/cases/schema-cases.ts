import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { sampleIssues } from '@portcullis/plugin-api';
import type { z } from 'zod';
import { assertNone } from '../assert-none.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';
import type { PluginCaseId } from '../plugin-case-names.ts';
import type { PluginSubject } from '../plugin-subject.ts';
import { type JsonSchema, schemaOf } from '../schema/json-schema.ts';
import { type MutationKind, mutationsOf } from '../schema/mutations.ts';
import { unexplainedFields } from '../schema/unexplained-fields.ts';

/** The configs that the schemas of a plugin accept, refuse and explain. */
export const SCHEMA_CASES: readonly PluginCase[] = [
  pluginCase('samples-hold-together', ({ plugin }) => {
    const issues = sampleIssues(plugin).map(({ path, problem, fix }) => `${path}: ${problem} ${fix}`);
    assertNone(
      issues,
      'Its samples or their objects are not valid. Only this test looks at them: definePlugin does not.',
    );
  }),
  pluginCase('accepts-samples', ({ samples, edits, definition, ...subject }) => {
    for (const { name, what, schema, value } of schemaInputs({ ...subject, definition, samples, edits })) {
      const first = schema.safeParse(value);
      assert.ok(first.success, `${what} of "${name}" is refused: ${first.error?.message}`);
      assert.ok(
        isDeepStrictEqual(JSON.parse(JSON.stringify(first.data)), first.data),
        `${what} of "${name}" becomes a value that JSON cannot represent.`,
      );
      // The stored config is parsed again with every PUT.
      const second = schema.safeParse(first.data);
      assert.ok(second.success, `The schema refuses its own output for ${what} of "${name}": ${second.error?.message}`);
      assert.deepEqual(second.data, first.data, `The schema changes its own output for ${what} of "${name}".`);
    }
  }),
  refusal('refuses-missing-fields', 'missing'),
  refusal('refuses-wrong-types', 'type'),
  refusal('refuses-unknown-fields', 'unknown'),
  refusal('refuses-out-of-bounds', 'bounds'),
  pluginCase('explains-fields', ({ definition }) => {
    const schemas = [definition.config, ...(definition.credentials ? [definition.credentials] : [])];
    const unexplained = schemas.flatMap((schema) => unexplainedFields(schemaOf(schema)));
    assertNone(unexplained, 'Forms and docs show title, description and example of each field.');
  }),
];

function refusal(id: PluginCaseId, kind: MutationKind): PluginCase {
  return pluginCase(id, (subject) => {
    const accepted = schemaInputs(subject).flatMap(({ name, what, schema, json, value }) =>
      mutationsOf(json, value)
        .filter((mutation) => mutation.kind === kind && schema.safeParse(mutation.value).success)
        .map((mutation) => `${what} of "${name}": ${mutation.path} ${mutation.what}`),
    );
    assertNone(accepted, 'The schema accepts invalid values.');
  });
}

interface SchemaInput {
  readonly name: string;
  readonly what: string;
  readonly schema: z.ZodType;
  readonly json: JsonSchema;
  readonly value: unknown;
}

/** Returns every config and every credentials body, each with its schema. */
function schemaInputs({ definition, samples, edits }: PluginSubject): readonly SchemaInput[] {
  const { config, credentials } = definition;
  const json = schemaOf(config);
  const configs = [...samples, ...edits.map(({ to }) => to)].map((sample) => ({
    name: sample.name,
    what: 'The config',
    schema: config,
    json,
    value: sample.config,
  }));
  if (!credentials) return configs;
  const bodies = samples.flatMap(({ name, credentials: value }) =>
    value ? [{ name, what: 'The credentials', schema: credentials, json: schemaOf(credentials), value }] : [],
  );
  return [...configs, ...bodies];
}
