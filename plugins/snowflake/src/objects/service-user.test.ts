import { definitionOf, type ManagedObject } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { snowflake } from '../index.ts';
import { SAMPLES } from '../samples.ts';
import { OBJECT_KEYS } from './object-keys.ts';

const [, keyPair, oauth] = SAMPLES;

/** Returns the statements of an edit script that change the user, from these values. */
function changes(config: unknown, from: Readonly<Record<string, string>>): readonly string[] {
  const definition = definitionOf(snowflake());
  const objects: readonly ManagedObject[] = definition.objects(definition.config.parse(config), {
    mode: 'manual',
    facts: {},
    mark: (key: string) => key,
    options: {},
  });
  const user = objects.find(({ key }) => key === OBJECT_KEYS.serviceUser);
  if (!user?.alter) throw new Error('the service user can be altered');
  const former = { ...user.desired, ...from } as Readonly<Record<string, string>>;
  return user.alter(former, { name: former.name ?? user.name }).map((step) => JSON.stringify(step));
}

it('changes the login name with the id of the OAuth client', () => {
  expect(changes(oauth, { loginName: '0OA1OLDER' }).join()).toContain('LOGIN_NAME');
  expect(changes(oauth, {})).toEqual([]);
});

it('changes the login name with a rename, since the platform keeps it', () => {
  const [rename, login, ...more] = changes(keyPair, { name: 'EVE', loginName: 'EVE' });
  expect(rename).toContain('RENAME TO');
  expect(login).toContain('LOGIN_NAME');
  expect(more).toEqual([]);
});

it('changes the login name of the user back when it no longer signs in as an OAuth client', () => {
  expect(changes(keyPair, { loginName: '0OA1ABCDEFGH2345I0X7' }).join()).toContain('LOGIN_NAME');
});
