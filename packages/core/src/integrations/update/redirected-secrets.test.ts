import { type AnyPluginDefinition, hidden, REDACTION_MARKER, secret } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fillMarkers } from '../config/redacted-values.ts';
import { refuseRedirected } from './redirected-secrets.ts';

const definition = {
  config: z.strictObject({
    client: z.strictObject({ id: hidden(z.string()), key: secret(z.string()), endpoint: z.string() }),
    token: secret(z.string()).optional(),
    notes: z.string().optional(),
  }),
  secretDestinations: ['client.endpoint'],
} as unknown as AnyPluginDefinition;
const restored = { client: { id: 'id', key: 'canary', endpoint: 'https://provider.example.com' }, notes: 'old' };
const elsewhere = 'https://attacker.example.com';

const put = (sent: Readonly<Record<string, unknown>>): void =>
  refuseRedirected(definition, { sent, config: fillMarkers(sent, restored), restored });

describe('the marker of a secret', () => {
  it('does not represent the stored secret if the PUT changes its destination', () => {
    const client = { id: REDACTION_MARKER, key: REDACTION_MARKER, endpoint: elsewhere };
    expect(() => put({ client })).toThrow(
      expect.objectContaining({
        code: 'REDACTED_VALUE',
        message: expect.stringMatching(
          /^config\.client\.endpoint .*Send the real value of config\.client\.key instead/,
        ),
      }),
    );
    expect(() => put({ client })).not.toThrow(/canary/);
  });

  it('represents it if the destination is unchanged, or the secret is in the request', () => {
    put({ client: { ...restored.client, key: REDACTION_MARKER }, notes: 'new' });
    put({ client: { id: REDACTION_MARKER, key: 'new', endpoint: elsewhere } });
  });
});
