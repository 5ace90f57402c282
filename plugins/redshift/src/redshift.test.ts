import { definitionOf, ident, type ManagedObject, sql } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { redshift } from './index.ts';
import { SAMPLES } from './samples.ts';

const definition = definitionOf(redshift());
const mark = (key: string) => `portcullis:instance:target:${key}`;

function objects(
  changes: Readonly<Record<string, unknown>> = {},
  mode: 'automatic' | 'manual' = 'automatic',
): readonly ManagedObject[] {
  return definition.objects(definition.config.parse({ ...SAMPLES[0], ...changes }), {
    mode,
    facts: {},
    mark,
    options: {},
  });
}

describe('the plugin', () => {
  it('rejects an unknown engine', () => {
    expect(() => redshift({ engine: 'mysql' as 'redshift' })).toThrow(/Use one of|engine/);
    expect(() => redshift({ statementTimeoutMs: 0 })).toThrow(expect.objectContaining({ code: 'OPTIONS_INVALID' }));
  });

  it('rejects an option that does not exist', () => {
    const misspelt: object = { statementTimeout: 10_000 };
    expect(() => redshift(misspelt)).toThrow('redshift() has no option "statementTimeout".');
  });

  it('identifies a target by endpoint and database in any spelling', () => {
    const target = (changes: object) =>
      definition.target(definition.config.parse({ ...SAMPLES[0], ...changes }))?.identity;
    expect(target({ host: 'Cluster.Example.com.', database: 'GOV' })).toEqual(
      target({ host: 'cluster.example.com', port: 5439, database: 'gov' }),
    );
    expect(target({ port: 5440 })).not.toEqual(target({}));
    expect(target({ database: 'other' })).not.toEqual(target({}));
  });

  it('generates a password that Amazon Redshift accepts', () => {
    expect(definition.generatedSecrets).toEqual({
      servicePassword: { length: 43, classes: ['upper', 'lower', 'digit'] },
    });
  });
});

describe('the managed objects', () => {
  it('are deterministic', () => {
    expect(JSON.stringify(objects())).toBe(JSON.stringify(objects()));
  });

  it('describe their purpose and their requirements', () => {
    for (const object of objects()) {
      expect(object.why.length, object.key).toBeGreaterThan(20);
      expect(object.needs.length, object.key).toBeGreaterThan(0);
      expect(object.guard, object.key).toBeDefined();
    }
  });

  it('omit impersonation if it is off', () => {
    const keys = objects({ impersonation: { enabled: false } }).map((object) => object.key);
    expect(keys.filter((key) => key.includes('imperson'))).toEqual([]);
  });

  it('are created in the database by the service account, or by the administrator with the script', () => {
    const inside = (mode: 'automatic' | 'manual') =>
      new Set(
        objects({}, mode)
          .filter((object) => object.stage === 'managed')
          .map((object) => object.by),
      );
    expect(inside('automatic')).toEqual(new Set(['service']));
    expect(inside('manual')).toEqual(new Set(['setup']));
  });

  it('name the engine of each statement that only one engine supports', () => {
    const steps = objects().flatMap((object) => [...object.create, ...object.drop]);
    const marked = steps.filter((step) => step.engine === 'redshift');
    expect(marked).not.toHaveLength(0);
    expect(steps.filter((step) => step.engine === 'postgresql')).toEqual([]);
  });

  it.each(['gov', 'x'.repeat(50), 'ü'.repeat(25)])('drop a database together with its sessions: %s', (database) => {
    const steps = objects({ database }).find(({ kind }) => kind === 'database')?.drop;
    expect(steps).toEqual([expect.objectContaining({ text: sql`DROP DATABASE ${ident(database)} FORCE` })]);
  });

  it('have the names that the interface uses for their tests', () => {
    const names = objects().flatMap((object) => [object.absentTest?.name, object.presentTest?.name].filter(Boolean));
    expect(names).toContain('Validate Automatic: Database Does Not Exist');
    expect(names).toContain('Validate Automatic: Impersonation Role Does Not Exist');
  });
});
