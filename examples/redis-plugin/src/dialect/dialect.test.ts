import { canonicalText, command, executableArguments, secretSlot } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { DIALECT } from './dialect.ts';

const create = command('ACL', 'SETUSER', "o'hara", ['>', secretSlot('servicePassword')], '~governance:*');

it('prints a command as a call of the client', () => {
  expect(canonicalText(create, DIALECT)).toBe(
    "redis-cli ACL SETUSER 'o'\\''hara' '>{{servicePassword}}' '~governance:*'",
  );
});

it('sends the arguments unchanged', () => {
  const values = { secret: () => 'two words', fact: () => '', context: () => ({ salt: new Uint8Array() }) };
  expect(executableArguments(create, values)).toEqual(['ACL', 'SETUSER', "o'hara", '>two words', '~governance:*']);
});

it('creates a missing object, and stops at a foreign one', () => {
  const object = { key: 'service-account', kind: 'user', name: 'ada' };
  const step = { action: 'create', object, alone: false, first: true } as const;
  const guard = { exists: 'redis-cli ACL GETUSER ada', ours: 'redis-cli ACL GETUSER ada | grep -F mark' };
  const section = { stage: 'server', steps: [{ ...step, ...guard, text: 'redis-cli ACL SETUSER ada' }] };
  const { text } = DIALECT.renderSection?.(section) ?? {};
  expect(text).toBe(`portcullis_found="$(redis-cli ACL GETUSER ada)" || [ $? -eq 1 ] || {
  printf '%s\\n' 'The platform did not say whether there is the user "ada".' >&2
  exit 1
}
if [ -z "$portcullis_found" ]; then
  redis-cli ACL SETUSER ada || exit 1
else
  portcullis_ours="$(redis-cli ACL GETUSER ada | grep -F mark)" || [ $? -eq 1 ] || {
    printf '%s\\n' 'The platform did not say whether there is the user "ada".' >&2
    exit 1
  }
  if [ -z "$portcullis_ours" ]; then
    printf '%s\\n' 'The user "ada" does not belong to this integration.' >&2
    exit 1
  fi
fi`);
});
