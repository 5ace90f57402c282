import { type AnyPluginDefinition, definitionOf, hidden, REDACTION_MARKER, secret } from '@portcullis/plugin-api';
import { createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { valueAt, withoutPath, withValueAt } from '../../kernel/input/config-paths.ts';
import { fillMarkers } from './redacted-values.ts';
import { restoreConfig, secretNameOf, splitConfig } from './stored-config.ts';

const simulated = definitionOf(simulatedPlugin(createSimulatedPlatform())) as AnyPluginDefinition;
const nested = {
  config: z.strictObject({
    host: z.string(),
    sign: z.strictObject({ id: z.string(), user: hidden(z.string()), token: secret(z.string()) }).optional(),
    notes: z.string().optional(),
    token: secret(z.string()).optional(),
  }),
  privileged: ['sign'],
} as unknown as AnyPluginDefinition;

const sealedOf = (secrets: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(secrets).map(([path, value]) => [secretNameOf(path), value]));

describe('splitConfig and restoreConfig', () => {
  it('keep only the marker of privileged values in automatic mode', () => {
    expect(splitConfig(simulated, SIMULATED_CONFIG, 'automatic')).toEqual({
      stored: { ...SIMULATED_CONFIG, username: REDACTION_MARKER, password: REDACTION_MARKER },
      secrets: {},
    });
  });

  it('seal secrets in manual mode and keep user names in clear', () => {
    const { stored, secrets } = splitConfig(simulated, SIMULATED_CONFIG, 'manual');
    expect(stored).toEqual({ ...SIMULATED_CONFIG, password: REDACTION_MARKER });
    expect(secrets).toEqual({ password: SIMULATED_CONFIG.password });
  });

  it('reach into objects', () => {
    const config = { host: 'h', sign: { id: 'i', user: 'u', token: 'canary' } };
    const automatic = splitConfig(nested, config, 'automatic');
    expect(JSON.stringify(automatic)).not.toMatch(/canary|"u"/);
    const manual = splitConfig(nested, config, 'manual');
    expect(manual.secrets).toEqual({ 'sign.token': 'canary' });
    expect(restoreConfig(manual.stored, sealedOf(manual.secrets))).toEqual(config);
  });

  it('restore every config in manual mode', () => {
    const text = fc.string().filter((each) => each !== REDACTION_MARKER);
    const config = fc.record(
      { host: text, notes: text, token: text, sign: fc.record({ id: text, user: text, token: text }) },
      { requiredKeys: ['host'] },
    );
    fc.assert(
      fc.property(config, (original) => {
        const { stored, secrets } = splitConfig(nested, original, 'manual');
        expect(restoreConfig(stored, sealedOf(secrets))).toEqual(original);
        const sent = { ...original, ...stored };
        expect(fillMarkers(sent, restoreConfig(stored, sealedOf(secrets)))).toEqual(original);
      }),
    );
  });

  it('omit values that are no longer sealed', () => {
    expect(restoreConfig({ host: 'h', token: REDACTION_MARKER, sign: { token: REDACTION_MARKER } }, {})).toEqual({
      host: 'h',
      sign: {},
    });
  });
});

describe('paths', () => {
  it('read, write and remove without changing the original', () => {
    const config = { a: { b: 1 } };
    expect(withValueAt(config, 'a.c.d', 2)).toEqual({ a: { b: 1, c: { d: 2 } } });
    expect(withoutPath(config, 'a.b')).toEqual({ a: {} });
    expect(withoutPath(config, 'x.y')).toEqual(config);
    expect(valueAt(config, 'a.b.c')).toBeUndefined();
    expect(valueAt(config, 'constructor.name')).toBeUndefined();
    expect(config).toEqual({ a: { b: 1 } });
  });

  it('never reach a prototype', () => {
    const changed = withValueAt({}, '__proto__.polluted', true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
  });
});
