import { describe, expect, it } from 'vitest';
import { withoutRequiredSecrets } from './without-required-secrets.ts';

const text = { type: 'string' };
const secret = { type: 'string', format: 'password' };

describe('a schema with optional secrets', () => {
  it('requires the same members except secrets, at every depth, in options and behind references', () => {
    const schema = {
      $defs: { key: secret, account: { properties: { name: text, password: secret }, required: ['name', 'password'] } },
      oneOf: [
        { properties: { host: text, token: secret }, required: ['host', 'token'] },
        { properties: { host: text, key: { $ref: '#/$defs/key' } }, required: ['host', 'key'] },
        { properties: { account: { $ref: '#/$defs/account' } }, required: ['account'] },
      ],
    };
    expect(withoutRequiredSecrets(schema)).toEqual({
      $defs: { key: secret, account: { ...schema.$defs.account, required: ['name'] } },
      oneOf: [
        { ...schema.oneOf[0], required: ['host'] },
        { ...schema.oneOf[1], required: ['host'] },
        { ...schema.oneOf[2], required: ['account'] },
      ],
    });
  });

  it('keeps a member with the name "required" like any other', () => {
    const schema = { properties: { required: text, password: secret }, required: ['required', 'password'] };
    expect(withoutRequiredSecrets(schema)).toEqual({ ...schema, required: ['required'] });
  });
});
