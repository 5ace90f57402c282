import { generateKeyPairSync } from 'node:crypto';
import { configFields } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../samples.ts';
import { configSchema } from './config-schema.ts';

const [sample = {}] = SAMPLES;
const key: Readonly<Record<string, unknown>> = JSON.parse(String(sample.credential));

/** Returns the paths and messages of the issues of a config. */
function problems(changes: Readonly<Record<string, unknown>>): string[] {
  const result = configSchema().safeParse({ ...sample, ...changes });
  return (result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

const withKey = (changes: Readonly<Record<string, unknown>>) => ({
  credential: JSON.stringify({ ...key, ...changes }),
});

function pem(kind: 'rsa' | 'ed25519', modulusLength = 1024): string {
  const { privateKey } =
    kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength }) : generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

describe('the config', () => {
  it('normalizes the location to the spelling of the platform', () => {
    expect(configSchema().parse({ ...sample, location: ' eu ' }).location).toBe('EU');
    expect(configSchema().parse({ ...sample, location: 'US-East1' }).location).toBe('us-east1');
  });

  it.each([
    ['an unknown field', { project: 'acme-analytics' }],
    ['no credential', { credential: undefined }],
    ['a dataset with its project', { dataset: 'acme.governance' }],
    ['a dataset with a line break', { dataset: 'governance\n' }],
    ['a suffix without underscore', { datasetSuffix: 'secure' }],
    ['a suffix that is only the underscore', { datasetSuffix: '_' }],
    ['a full role name', { role: 'projects/acme-analytics/roles/portcullis' }],
    ['a role of two characters', { role: 'ab' }],
    ['an invalid location', { location: 'Europe' }],
    ['dataset and suffix too long together', { dataset: 'a'.repeat(1020) }],
  ])('is rejected with %s', (_what, changes) => {
    expect(problems(changes)).toHaveLength(1);
  });

  it('hides only the credential', () => {
    const concealed = configFields(configSchema()).filter((field) => field.exposure !== 'public');
    expect(concealed.map(({ path, exposure }) => [path, exposure])).toEqual([['credential', 'secret']]);
  });

  it('describes every field', () => {
    for (const { schema: leaf, path } of configFields(configSchema())) {
      const { title, description, examples } = (leaf as unknown as { meta(): Record<string, unknown> }).meta() ?? {};
      expect(typeof title, path).toBe('string');
      expect(typeof description, path).toBe('string');
      expect(Array.isArray(examples), path).toBe(true);
    }
  });
});

describe('the credential', () => {
  it.each([
    ['no JSON', { credential: 'Canary' }, 'not the JSON text'],
    ['a list', { credential: '["Canary"]' }, 'not the JSON text'],
    ['a key of a user', withKey({ type: 'authorized_user' }), '"type"'],
    ['no project', withKey({ project_id: 'Canary!' }), '"project_id"'],
    ['an address that is not a service account', withKey({ client_email: 'canary@example.com' }), '"client_email"'],
    ['no id of the key', withKey({ private_key_id: '' }), '"private_key_id"'],
    ['another token address', withKey({ token_uri: 'https://canary.example/token' }), '"token_uri"'],
    ['another universe', withKey({ universe_domain: 'canary.example' }), '"universe_domain"'],
    ['no key', withKey({ private_key: 'Canary' }), '"private_key"'],
    ['a broken key', withKey({ private_key: String(key.private_key).replace('MII', 'MIJ') }), '"private_key"'],
    ['a short key', withKey({ private_key: pem('rsa') }), '"private_key"'],
    ['a key of another kind', withKey({ private_key: pem('ed25519') }), '"private_key"'],
  ])('is rejected with %s, and no part of it is repeated', (_what, changes, expectedMessage) => {
    const [problem = '', ...others] = problems(changes);
    expect(others).toEqual([]);
    expect(problem).toContain(`credential: `);
    expect(problem).toContain(expectedMessage);
    expect(problem).not.toMatch(/canary/i);
  });

  it.each(['a', 'canary.dots', '-canary', 'canary-', '9canary', 'canary'.repeat(6)])(
    'is rejected with the account %s in a project with an impossible id',
    (id) => {
      const [problem, ...others] = problems(
        withKey({ client_email: `${id}@${key.project_id}.iam.gserviceaccount.com` }),
      );
      expect(problem).toContain('credential: The "client_email"');
      expect(others).toEqual([]);
    },
  );

  it.each(['123456-compute@developer.gserviceaccount.com', 'acme-analytics@appspot.gserviceaccount.com'])(
    'may belong to the account %s, which Google creates',
    (email) => {
      expect(problems(withKey({ client_email: email }))).toEqual([]);
    },
  );

  it('may omit optional fields of a key file', () => {
    expect(problems(withKey({ token_uri: undefined, universe_domain: undefined }))).toEqual([]);
  });
});
