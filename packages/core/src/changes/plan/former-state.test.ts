import {
  type AnyPluginDefinition,
  definitionOf,
  ident,
  type ManagedObject,
  type Scalar,
  secretSlot,
  sql,
} from '@portcullis/plugin-api';
import { createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import type { Change, ExistingObject } from './change-set.ts';
import { listedObjects } from './derive-changes.ts';
import { deriveEdit } from './derive-edit.ts';
import { planOf } from './plan-of.ts';

const definition = definitionOf(simulatedPlugin(createSimulatedPlatform())) as AnyPluginDefinition;
const mark = (key: string): string => `portcullis:i:t:${key}`;
const CHANGED = 'It was changed outside Portcullis (enabled), and that state cannot be restored.';

/** The account of the simulated plugin, with a value that the platform shows. */
function listOf(change: Partial<ManagedObject> = {}, config: object = {}) {
  const whole = definition.config.parse({ ...SIMULATED_CONFIG, ...config });
  const objects = definition.objects(whole, { mode: 'automatic', facts: {}, mark, options: {} });
  return listedObjects(
    definition,
    objects.map((object: ManagedObject) =>
      object.key === 'service-account' ? { ...object, desired: { enabled: true }, ...change } : object,
    ),
    mark,
  );
}

/** The objects as an observation finds them. */
const observed = (
  listed: ReturnType<typeof listOf>,
  key: string,
  desired: Readonly<Record<string, Scalar>>,
): readonly ExistingObject[] =>
  listed.map(({ object }) => (object.key === key ? { ...object, desired, recorded: object.desired } : object));

function changeOf(
  listed: ReturnType<typeof listOf>,
  existing: readonly ExistingObject[],
  key: string,
  previous = listed,
) {
  const change = deriveEdit(definition, listed, existing, previous).before.find((each) => each.object.key === key);
  return change as Change;
}

const inverseOf = ({ inverse }: Change): readonly string[] => inverse.map(({ text }) => text);

const enable = { text: sql`ALTER USER ${ident('account')} ENABLE` };
const disable = { text: sql`ALTER USER ${ident('account')} DISABLE` };

describe('the former state of an altered object', () => {
  it('is the observed state, not the desired one', () => {
    const listed = listOf();
    const change = changeOf(listed, observed(listed, 'retention', { days: 7 }), 'retention');
    expect(change.steps.map(({ text }) => text)).toEqual(['ALTER PARAMETER "retention" FROM 7 TO 30']);
    expect(inverseOf(change)).toEqual(['ALTER PARAMETER "retention" FROM 30 TO 7']);
    expect(change.irreversible).toBeUndefined();
  });

  it('is reached through the earlier config if an edit also repairs drift', () => {
    const [previous, listed] = [listOf(), listOf({}, { retentionDays: 90 })];
    const change = changeOf(listed, observed(previous, 'retention', { days: 7 }), 'retention', previous);
    expect(change.steps.map(({ text }) => text)).toEqual(['ALTER PARAMETER "retention" FROM 7 TO 90']);
    expect(inverseOf(change)).toEqual([
      'ALTER PARAMETER "retention" FROM 90 TO 30',
      'ALTER PARAMETER "retention" FROM 30 TO 7',
    ]);
  });

  it('is irreversible if the plugin restores nothing, as each step of the plan states', () => {
    const listed = listOf({ alter: () => [enable] });
    const change = changeOf(listed, observed(listed, 'service-account', { enabled: false }), 'service-account');
    expect(change).toMatchObject({ inverse: [], irreversible: CHANGED });
    expect(planOf('edit', [change]).steps).toMatchObject([{ inverse: [], irreversible: CHANGED }]);
  });

  it('is irreversible if the plugin cannot restore these values, or a value was not observed', () => {
    const unable = listOf({ alter: () => [enable], restore: () => undefined });
    const isOff = observed(unable, 'service-account', { enabled: false });
    expect(changeOf(unable, isOff, 'service-account').irreversible).toBe(CHANGED);
    const able = listOf({ alter: () => [enable], restore: () => [disable] });
    expect(changeOf(able, observed(able, 'service-account', {}), 'service-account')).toMatchObject({
      inverse: [],
      irreversible: CHANGED,
    });
  });

  it('is irreversible if the repair sets a secret, which cannot be read', () => {
    const listed = listOf({
      alter: () => [{ text: sql`ALTER USER ${ident('account')} ENABLE PASSWORD ${secretSlot('servicePassword')}` }],
      restore: () => [disable],
    });
    expect(changeOf(listed, observed(listed, 'service-account', { enabled: false }), 'service-account')).toMatchObject({
      inverse: [],
      irreversible: 'The secret that it has now cannot be read, and so it cannot be restored.',
    });
  });

  it('passes only the differing values to the plugin', () => {
    const asked: unknown[] = [];
    const restore = (former: Readonly<Record<string, Scalar>>) => {
      asked.push(former);
      return [disable];
    };
    const listed = listOf({ desired: { enabled: true, quota: 5 }, alter: () => [enable], restore });
    const existing = observed(listed, 'service-account', { enabled: false, quota: 5 });
    expect(inverseOf(changeOf(listed, existing, 'service-account'))).toEqual(['ALTER USER "account" DISABLE']);
    expect(asked).toEqual([{ enabled: false }]);
  });
});

describe('the former state of a replaced object', () => {
  it('is created again with the observed values, or irreversible', () => {
    const able = listOf({ restore: () => [disable] });
    const restored = changeOf(able, observed(able, 'service-account', { enabled: false }), 'service-account');
    expect(restored).toMatchObject({ action: 'drop' });
    expect(inverseOf(restored).at(-1)).toBe('ALTER USER "account" DISABLE');
    expect(restored.irreversible).toBeUndefined();
    const unable = listOf();
    const lost = changeOf(unable, observed(unable, 'service-account', { enabled: false }), 'service-account');
    expect(lost.irreversible).toBe(CHANGED);
    expect(lost.inverse).not.toHaveLength(0);
  });

  it('is irreversible if a drop loses members', () => {
    const listed = listOf({ reversible: false });
    const existing = observed(listed, 'service-account', { enabled: true });
    const drifted = existing.map((each) => (each.key === 'service-account' ? { ...each, revision: 'older' } : each));
    expect(changeOf(listed, drifted, 'service-account', []).irreversible).toBe('Its former state cannot be restored.');
    const other = listOf({ reversible: false, desired: { enabled: false } });
    expect(
      changeOf(
        other,
        listed.map(({ object }) => object),
        'service-account',
        listed,
      ).irreversible,
    ).toBe('Its members or contents cannot be restored.');
  });
});
