import { describe, expect, it } from 'vitest';
import { configSchema, type RedshiftConfig } from '../config/config-schema.ts';
import { SAMPLES } from '../samples.ts';
import { accountFor } from './account.ts';

const config = configSchema('redshift').parse(SAMPLES[0]);
const secrets = { servicePassword: 'Generated1Password' };

describe('a connection signs in', () => {
  it('as the privileged account during the set-up', () => {
    const account = accountFor({ config, actor: 'setup', mode: 'automatic', secrets: {} }, 'redshift');
    expect(account).toEqual({ kind: 'password', user: 'awsuser', password: 'Correct4Horse9Battery' });
  });

  it('as the created account afterwards', () => {
    const { username: _username, password: _password, ...stored } = config as Record<string, unknown>;
    const account = accountFor(
      { config: stored as RedshiftConfig, actor: 'service', mode: 'automatic', secrets },
      'redshift',
    );
    expect(account).toEqual({ kind: 'password', user: 'governance_service', password: 'Generated1Password' });
  });

  it('as the account of the config if an administrator ran the script', () => {
    for (const actor of ['setup', 'service'] as const) {
      expect(accountFor({ config, actor, mode: 'manual', secrets: {} }, 'redshift').user).toBe('awsuser');
    }
  });
});

it('or reports missing credentials', () => {
  expect(() => accountFor({ config, actor: 'service', mode: 'automatic', secrets: {} }, 'redshift')).toThrow(
    /There are no credentials/,
  );
});

describe('a connection through Okta', () => {
  const okta = configSchema('redshift').parse(SAMPLES[2]);

  it('uses the account of the assertion for the set-up, and the created account if an administrator ran the script', () => {
    const setUp = accountFor({ config: okta, actor: 'setup', mode: 'automatic', secrets: {} }, 'redshift');
    expect(setUp).toMatchObject({ kind: 'okta', config: { host: okta.host } });
    expect(setUp).not.toHaveProperty('user');
    for (const actor of ['setup', 'service'] as const) {
      const account = accountFor({ config: okta, actor, mode: 'manual', secrets: {} }, 'redshift');
      expect(account).toMatchObject({ kind: 'okta', user: 'governance_service' });
    }
  });

  it('is not used after an automatic set-up: the service has its own password', () => {
    const { okta: _okta, ...stored } = okta as Record<string, unknown>;
    const config = stored as RedshiftConfig;
    expect(accountFor({ config, actor: 'service', mode: 'automatic', secrets }, 'redshift')).toEqual({
      kind: 'password',
      user: 'governance_service',
      password: 'Generated1Password',
    });
    expect(() => accountFor({ config, actor: 'setup', mode: 'automatic', secrets: {} }, 'redshift')).toThrow(
      expect.objectContaining({ failureClass: 'credentials' }),
    );
  });
});
