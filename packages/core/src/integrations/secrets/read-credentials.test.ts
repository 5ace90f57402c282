import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { IntegrationRecord } from '../state/integration-record.ts';
import { readCredentials } from './read-credentials.ts';

const credentials = z.discriminatedUnion(
  'by',
  [z.strictObject({ by: z.literal('password'), password: z.string() }), z.strictObject({ by: z.literal('role') })],
  { error: 'Name the sign-in method: "password" or "role".' },
);
const definition = { credentials } as unknown as AnyPluginDefinition;
const record = { id: 1, type: 'Warehouse', autoBootstrap: true } as IntegrationRecord;

const read = (body: unknown) => readCredentials(definition, record, body);

describe('privileged credentials', () => {
  it('are read with the sign-in method that they name', () => {
    expect(read({ by: 'password', password: 'x' })).toEqual({ by: 'password', password: 'x' });
    expect(() => read({ by: 'word' })).toThrow('by: Name the sign-in method: "password" or "role".');
  });

  it.each([[[]], [[{ by: 'role' }]], [5], ['role'], [true]])('are not %j, which is not an object', (body) => {
    expect(() => read(body)).toThrow('The body is not valid. This must be an object.');
  });
});
