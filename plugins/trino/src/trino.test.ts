import { definitionOf } from '@portcullis/plugin-api';
import { describe, expect, test } from 'vitest';
import { trino } from './trino.ts';

describe('the Trino plugin', () => {
  test('has no config and is set up on the cluster', () => {
    const definition = definitionOf(trino());
    expect(definition.bootstrap).toBe('none');
    expect(definition.config.safeParse({}).success).toBe(true);
    expect(definition.config.safeParse({ host: 'trino.example.com' }).success).toBe(false);
    expect(definition.objects({}, { mode: 'manual', facts: {}, mark: (key) => key, options: {} })).toEqual([]);
  });

  test('states the first release of every feature, and how to check it', () => {
    for (const feature of definitionOf(trino()).features ?? []) {
      expect(feature.unverifiable).toMatch(/from Trino 4\d\d on.*: (run|query) /);
    }
  });

  test('renders the files with the given key', () => {
    const files = definitionOf(trino({ decisionPath: '/opa' })).clientSetup?.render({
      integrationId: '1',
      baseUrl: 'https://host.example.com',
      key: 'ptr_abc',
    });
    expect(files?.map((file) => file.path)).toEqual(['etc/access-control.properties', 'etc/portcullis.env']);
    expect(files?.[0]?.content).toContain('https://host.example.com/opa/');
  });

  test('refuses an option that does not exist', () => {
    const misspelt: object = { keyOverlap: 48 };
    expect(() => trino(misspelt)).toThrow(
      'trino() has no option "keyOverlap". Its options are decisionPath, keyOverlapHours.',
    );
  });

  test('keeps the previous key for a day by default', () => {
    expect(definitionOf(trino()).clientSetup?.overlapMs).toBe(86_400_000);
    expect(definitionOf(trino({ keyOverlapHours: 0 })).clientSetup?.overlapMs).toBe(0);
  });

  test('rejects invalid options', () => {
    const refusalOf = (option: string) =>
      expect.objectContaining({ code: 'OPTIONS_INVALID', message: expect.stringContaining(option) });
    expect(() => trino({ decisionPath: 'opa' })).toThrow(refusalOf('decisionPath'));
    expect(() => trino({ decisionPath: '' })).toThrow(refusalOf('decisionPath'));
    expect(() => trino({ decisionPath: '/opa/' })).toThrow(refusalOf('decisionPath'));
    expect(() => trino({ decisionPath: '/opa?x=1' })).toThrow(refusalOf('decisionPath'));
    expect(() => trino({ keyOverlapHours: -1 })).toThrow(refusalOf('keyOverlapHours'));
  });
});
