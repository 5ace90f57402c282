import { describe, expect, it } from 'vitest';
import { configSchema, type RedshiftConfig } from '../config/config-schema.ts';
import { SAMPLES } from '../samples.ts';
import { accountFor } from './account.ts';

const config = configSchema('redshift').parse(SAMPLES[0]);
const secrets = { servicePassword: 'Generated1Password' };

describe('a connection signs in', () => {
  it('as the privileged account to set up', () => {
    const account = accountFor({ config, actor: 'setup', mode: 'automatic', secrets: {} }, 'redshift');
    expect(account).toEqual({ user: 'awsuser', password: 'Correct4Horse9Battery' });
  });

  it('as the account that was made, afterwards', () => {
    const { username: _username, password: _password, ...stored } = config as Record<string, unknown>;
    const account = accountFor(
      { config: stored as RedshiftConfig, actor: 'service', mode: 'automatic', secrets },
      'redshift',
    );
    expect(account).toEqual({ user: 'governance_service', password: 'Generated1Password' });
  });

  it('as the account of the config where a person ran the script', () => {
    for (const actor of ['setup', 'service'] as const) {
      expect(accountFor({ config, actor, mode: 'manual', secrets: {} }, 'redshift').user).toBe('awsuser');
    }
  });
});

it('says when there is nothing to sign in with', () => {
  expect(() => accountFor({ config, actor: 'service', mode: 'automatic', secrets: {} }, 'redshift')).toThrow(
    /no user name and password/,
  );
});

it('refuses Okta with a class of its own', () => {
  const okta = { ...config, authenticationType: 'okta' } as unknown as RedshiftConfig;
  expect(() => accountFor({ config: okta, actor: 'setup', mode: 'manual', secrets: {} }, 'redshift')).toThrow(
    expect.objectContaining({ failureClass: 'unsupported' }),
  );
});
