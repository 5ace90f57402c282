import { type AnyPluginDefinition, definitionOf, type FormerObject } from '@portcullis/plugin-api';
import { createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change, ObjectFacts } from './change-set.ts';
import { listedObjects } from './derive-changes.ts';
import { deriveEdit } from './derive-edit.ts';
import { planOf, storeStep } from './plan-of.ts';

const definition = definitionOf(simulatedPlugin(createSimulatedPlatform())) as AnyPluginDefinition;
const mark = (key: string): string => `portcullis:i:t:${key}`;

function listOf(config: object, revision?: string) {
  const plugin = revision
    ? (definitionOf(simulatedPlugin(createSimulatedPlatform(), { procedureRevision: revision })) as AnyPluginDefinition)
    : definition;
  const whole = plugin.config.parse({ ...SIMULATED_CONFIG, ...config });
  return listedObjects(plugin, plugin.objects(whole, { mode: 'automatic', facts: {}, mark, options: {} }), mark);
}

const ledgerAfter = (config: object): readonly ObjectFacts[] =>
  listOf(config).flatMap(({ object }) => (object.sharing === 'required' ? [] : [object]));

const edit = (from: object, to: object) => deriveEdit(definition, listOf(to), ledgerAfter(from), listOf(from));

const summaryOf = (changes: readonly Change[]): readonly string[] =>
  changes.flatMap((each) => each.steps.map((step) => step.text.replaceAll(/ MARK .*/g, '')));

const features = fc.record(
  {
    audit: fc.record({ enabled: fc.boolean() }),
    impersonation: fc.record({ enabled: fc.boolean(), role: fc.constantFrom('r1', 'r2') }),
    volume: fc.record({ size: fc.constantFrom(1, 2) }),
    retentionDays: fc.constantFrom(7, 30),
    warehouse: fc.constantFrom('w1', 'w2'),
  },
  { requiredKeys: [] },
);

describe('deriveEdit', () => {
  it('finds no change between a config and itself', () => {
    fc.assert(
      fc.property(features, (config) => {
        expect(edit(config, config)).toEqual({ before: [], after: [] });
      }),
    );
  });

  it('creates and alters before the point of no return and drops after it', () => {
    const { before, after } = edit(
      { audit: { enabled: true }, impersonation: { enabled: true } },
      { retentionDays: 7, volume: { size: 1 } },
    );
    expect(before.map((change) => [change.action, change.object.key])).toEqual([
      ['alter', 'retention'],
      ['create', 'volume'],
      ['create', 'folder'],
      ['create', 'volume-grant'],
    ]);
    expect(after.map((change) => [change.action, change.object.key])).toEqual([
      ['drop', 'impersonation-role'],
      ['drop', 'audit-trail'],
    ]);
  });

  it('passes the former name to `alter`, and the new one for the way back', () => {
    const renames: string[] = [];
    const withRename = (role: string) =>
      listOf({ impersonation: { enabled: true, role } }).map(({ declared, object }) => ({
        object,
        declared: {
          ...declared,
          alter(_from: object, former: FormerObject) {
            renames.push(`${declared.key}: ${former.name} to ${declared.name}`);
            return [];
          },
        },
      }));
    const existing = ledgerAfter({ impersonation: { enabled: true, role: 'r1' } });
    deriveEdit(definition, withRename('r2'), existing, withRename('r1'));
    expect(renames).toContain('impersonation-role: r1 to r2');
    expect(renames).toContain('impersonation-role: r2 to r1');
  });

  it('never changes required objects', () => {
    const { before, after } = edit({ warehouse: 'w1' }, { warehouse: 'w2' });
    expect([...before, ...after]).toEqual([]);
  });

  it('gives each change an inverse', () => {
    const { before } = edit(
      { retentionDays: 30, impersonation: { enabled: true, role: 'r1' } },
      { retentionDays: 7, impersonation: { enabled: true, role: 'r2' } },
    );
    expect(before.map((change) => [summaryOf([change]), change.inverse.map((step) => step.text)])).toEqual([
      [['ALTER PARAMETER "retention" FROM 30 TO 7'], ['ALTER PARAMETER "retention" FROM 7 TO 30']],
      [['ALTER ROLE "r1" RENAME TO "r2"'], ['ALTER ROLE "r2" RENAME TO "r1"']],
    ]);
  });

  it('drops a replaced object with its contents and blockers, each separately so that each can be created again', () => {
    const { before, after } = edit({ volume: { size: 1 } }, { volume: { size: 2 } });
    expect(summaryOf(before)).toEqual([
      'REVOKE VOLUME "gov_volume" FROM "gov_service"',
      'DROP FOLDER "gov_volume"."exports"',
      'DROP VOLUME "gov_volume"',
      'CREATE VOLUME "gov_volume" SIZE 2',
      'CREATE FOLDER "gov_volume"."exports"',
      'GRANT VOLUME "gov_volume" TO "gov_service"',
    ]);
    expect(before.slice(0, 3).map((change) => change.inverse.map((step) => step.text.split(' ')[0]))).toEqual([
      ['GRANT'],
      ['CREATE'],
      ['CREATE'],
    ]);
    expect(after).toEqual([]);
  });

  it('treats a new revision as a change, but not reworded SQL', () => {
    const desired = listOf({}, '2');
    const existing = ledgerAfter({});
    expect(summaryOf(deriveEdit(definition, desired, existing, listOf({})).before)).toEqual([
      `REPLACE PROCEDURE "log" REVISION '2'`,
    ]);
    const reworded = existing.map((facts) => ({
      ...facts,
      drop: facts.drop.map((step) => ({ ...step, text: `${step.text} ` })),
    }));
    expect(deriveEdit(definition, listOf({}), reworded, listOf({}))).toEqual({ before: [], after: [] });
  });

  it('is reverted by the edit back, between any two configs', () => {
    fc.assert(
      fc.property(features, features, (a, b) => {
        const keys = (config: object) =>
          ledgerAfter(config)
            .map(({ key, name, desired }) => JSON.stringify([key, name, desired]))
            .toSorted();
        const apply = (existing: readonly ObjectFacts[], to: object, from: object): readonly ObjectFacts[] => {
          const { before, after } = deriveEdit(definition, listOf(to), existing, listOf(from));
          let state = [...existing];
          for (const { action, object } of [...before, ...after]) {
            state = state.filter(
              (each) => each.key !== object.key && (action !== 'drop' || each.within !== object.key),
            );
            if (action !== 'drop') state.push(object);
          }
          return state;
        };
        const there = apply(ledgerAfter(a), b, a);
        const shown = (facts: readonly ObjectFacts[]) =>
          facts.map(({ key, name, desired }) => JSON.stringify([key, name, desired])).toSorted();
        expect(shown(there)).toEqual(keys(b));
        expect(shown(apply(there, a, b))).toEqual(keys(a));
      }),
    );
  });
});

describe('planOf', () => {
  const changes = edit({}, { audit: { enabled: true } }).before;

  it('has the same hash for the same content, and a different one for other content', () => {
    const plan = planOf('edit', changes);
    expect(planOf('edit', edit({}, { audit: { enabled: true } }).before)).toEqual(plan);
    expect(plan.hash).toMatch(/^[0-9a-f]{64}$/);
    const others = [
      planOf('create', changes),
      planOf('edit', []),
      planOf('edit', changes, { warnings: ['w'] }),
      planOf('edit', changes, { store: [storeStep('config.password')] }),
      planOf('edit', changes, { done: new Set(['audit-trail']) }),
    ];
    expect(new Set([plan, ...others].map((each) => each.hash)).size).toBe(others.length + 1);
  });

  it('contains the object, reason, account, privileges and inverse of each step', () => {
    expect(planOf('edit', changes).steps).toEqual([
      {
        action: 'create',
        object: { key: 'audit-trail', kind: 'trail', name: 'audit' },
        statement: `CREATE TRAIL "audit" MARK 'portcullis:i:t:audit-trail'`,
        reason: 'Shows the queries of each user.',
        privileges: ['CREATE on database gov'],
        inverse: ['DROP TRAIL "audit"'],
        destructive: false,
        stage: 'main',
        actor: 'service',
      },
    ]);
  });

  it('shows a secret as its slot', () => {
    const account = deriveEdit(definition, listOf({}), [], []).before;
    expect(JSON.stringify(planOf('create', account))).toContain('PASSWORD {{servicePassword}}');
  });
});
