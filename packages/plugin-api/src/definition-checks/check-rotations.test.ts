import { describe, expect, it } from 'vitest';
import { sampleDefinition, sampleObject } from '../../tests/sample-definition.ts';
import type { SecretRotation } from '../objects/secret-rotation.ts';
import type { Step } from '../objects/step.ts';
import { secretSlot, sql } from '../sql/template.ts';
import { checkRotations } from './check-rotations.ts';

const definition = sampleDefinition();
const put = (slot: string): readonly Step[] => [{ text: sql`ALTER USER PASSWORD ${secretSlot(slot)}` }];
const empty = (): readonly Step[] => [{ text: sql`ALTER USER UNSET PASSWORD` }];

/** One password, which each rotation replaces immediately. */
const oneCredential: SecretRotation = {
  slot: 'servicePassword',
  credentialNames: ['first'],
  set: () => put('servicePassword'),
  needs: [],
};
/** Two keys, which the rotations use alternately. */
const twoCredentials: SecretRotation = { ...oneCredential, credentialNames: ['first', 'second'], clear: empty };

/** Returns the issues as the author of a plugin reads them, one line each. */
const issuesOf = (...rotations: readonly SecretRotation[]) =>
  checkRotations(
    definition,
    rotations.map((rotate, index) => sampleObject({ key: `key-${index}`, rotate })),
    'list',
  ).map(({ path, problem, fix }) => `${path}: ${problem} ${fix}`);

const MISSING_CLEAR =
  'list "key-0".rotate.clear: is missing, although there are two credentials. Say how the old secret is removed.';
const OTHER_SECRET =
  'list "key-0".rotate: uses a secret that is not the one being rotated. Use only the slot of the rotation.';

describe('a rotation', () => {
  it('follows the contract with one credential and nothing to clear', () => {
    expect(issuesOf(oneCredential)).toEqual([]);
  });

  it('follows the contract with two credentials and a statement that clears each', () => {
    expect(issuesOf(twoCredentials)).toEqual([]);
  });

  it('may clear a secret by its value', () => {
    expect(issuesOf({ ...twoCredentials, clear: () => put('servicePassword') })).toEqual([]);
  });

  it('may name a stage of the plugin', () => {
    expect(issuesOf({ ...oneCredential, stage: 'main' })).toEqual([]);
  });

  it.each<[says: string, rotate: SecretRotation]>([
    [
      'list "key-0".rotate.slot: "other" is not a slot of generatedSecrets. Use one of: servicePassword.',
      { ...oneCredential, slot: 'other', set: () => put('other') },
    ],
    ['list "key-0".rotate.stage: "mian" is not a stage. Use one of: main.', { ...oneCredential, stage: 'mian' }],
    [
      'list "key-0".rotate.credentialNames: names one credential twice. Name two credentials, or one.',
      { ...twoCredentials, credentialNames: ['first', 'first'] },
    ],
    [MISSING_CLEAR, { ...oneCredential, credentialNames: ['first', 'second'] }],
    [
      'list "key-0".rotate.set: does not use the slot. Put the secret in with secretSlot().',
      { ...oneCredential, set: empty },
    ],
    [OTHER_SECRET, { ...oneCredential, set: () => [...put('servicePassword'), ...put('other')] }],
    [OTHER_SECRET, { ...twoCredentials, clear: () => put('other') }],
  ])('is refused with: %s', (says, rotate) => {
    expect(issuesOf(rotate)).toEqual([says]);
  });
});

it('refuses two objects with a rotation', () => {
  expect(issuesOf(oneCredential, oneCredential)).toEqual([
    'list: has several objects with rotate. The service signs in with one of them: leave the others out.',
  ]);
});
