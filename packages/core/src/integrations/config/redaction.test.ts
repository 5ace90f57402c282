import { type AnyPluginDefinition, hidden, secret } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { redactConfig } from './redaction.ts';

const redact = (config: z.ZodType<object>, value: Record<string, unknown>) =>
  redactConfig({ config } as AnyPluginDefinition, value);

describe('redactConfig', () => {
  it('shows public values and the marker for all others', () => {
    const schema = z.strictObject({
      host: z.string(),
      username: hidden(z.string()),
      okta: z.strictObject({ idpHost: z.string(), password: secret(z.string()) }).optional(),
    });
    expect(redact(schema, { host: 'h', username: 'u', okta: { idpHost: 'i', password: 'canary' } })).toEqual({
      host: 'h',
      username: '[REDACTED]',
      okta: { idpHost: 'i', password: '[REDACTED]' },
    });
  });

  it('omits members that the schema does not name', () => {
    const schema = z.strictObject({ host: z.string(), okta: z.strictObject({ appId: z.string() }).optional() });
    expect(redact(schema, { host: 'h', stray: 'canary', okta: { stray: 'canary' } })).toEqual({ host: 'h', okta: {} });
    expect(redact(schema, { okta: 'canary' })).toEqual({});
  });

  it('checks every option of a union, not only the first with the member', () => {
    const schema = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('a'), auth: z.strictObject({ id: z.string() }) }),
      z.strictObject({ kind: z.literal('b'), auth: z.strictObject({ id: secret(z.string()), more: z.string() }) }),
    ]);
    expect(redact(schema, { kind: 'b', auth: { id: 'canary', more: 'm' } })).toEqual({
      kind: 'b',
      auth: { id: '[REDACTED]', more: 'm' },
    });
  });

  it('hides a whole list or record when its elements are marked', () => {
    const schema = z.strictObject({
      tokens: z.array(secret(z.string())),
      byName: z.record(z.string(), secret(z.string())),
      labels: z.record(z.string(), z.string()),
    });
    expect(redact(schema, { tokens: ['canary'], byName: { a: 'canary' }, labels: { a: 'b' } })).toEqual({
      tokens: '[REDACTED]',
      byName: '[REDACTED]',
      labels: { a: 'b' },
    });
  });

  it('keeps the shape: null, empty objects, and leaves of a marked object', () => {
    const schema = z.strictObject({
      audit: z.strictObject({ enabled: z.boolean() }).nullable(),
      options: z.strictObject({ a: z.string().optional() }),
      key: secret(z.strictObject({ content: z.string(), name: z.string() })),
    });
    expect(redact(schema, { audit: null, options: {}, key: { content: 'canary', name: 'canary' } })).toEqual({
      audit: null,
      options: {},
      key: { content: '[REDACTED]', name: '[REDACTED]' },
    });
  });
});
