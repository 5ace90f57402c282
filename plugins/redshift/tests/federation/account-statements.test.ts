import {
  canonicalText,
  type Dialect,
  definitionOf,
  type ManagedObject,
  type StatementStep,
} from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { redshift } from '../../src/index.ts';
import { SAMPLES } from '../../src/samples.ts';
import { markOf } from '../support/test-environment.ts';

const definition = definitionOf(redshift());

function accountOf(sample: Readonly<Record<string, unknown>> | undefined, mode: 'automatic' | 'manual'): ManagedObject {
  const config = definition.config.parse(sample);
  const context = { mode, facts: {}, mark: (key: string) => markOf(key), options: {} };
  const objects: readonly ManagedObject[] = definition.objects(config, context);
  return objects.find(({ kind }) => kind === 'user') as ManagedObject;
}

const textOf = (step: unknown): string => canonicalText((step as StatementStep).text, definition.dialect as Dialect);

it.each([
  ['a cluster', 2, 'CREATE USER "governance_service" PASSWORD DISABLE NOCREATEDB'],
  ['a workgroup', 3, 'CREATE USER "IAMR:redshift-setup" PASSWORD DISABLE NOCREATEDB'],
])('creates the account without a password if the service signs in through Okta, on %s', (_what, sample, expected) => {
  const account = accountOf(SAMPLES[sample], 'manual');
  expect(textOf(account.create[0])).toBe(expected);
  expect(account.rotate).toBeUndefined();
});

it('creates the account with its own password if the library sets it up', () => {
  const account = accountOf(SAMPLES[2], 'automatic');
  expect(textOf(account.create[0])).toBe('CREATE USER "governance_service" PASSWORD {{servicePassword}} NOCREATEDB');
  expect(account.rotate?.slot).toBe('servicePassword');
});

it('removes the password of an account that is changed to sign in through Okta', () => {
  const before = accountOf({ ...SAMPLES[0], username: 'governance_service' }, 'manual');
  const account = accountOf(SAMPLES[2], 'manual');
  expect(account.revision).not.toBe(before.revision);
  expect(account.alter?.(before.desired ?? {}, before).map(textOf)).toEqual([
    'ALTER USER "governance_service" PASSWORD DISABLE NOCREATEDB',
  ]);
});
