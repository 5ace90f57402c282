import type { ScriptResponse } from '@portcullis/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInQueryTool } from '../../../src/platforms/synapse/query-tool.ts';
import { type SynapseEnvironment, startEnvironment } from '../../../src/platforms/synapse/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';

let environment: SynapseEnvironment;
let before: string;

beforeEach(async () => {
  environment = await startEnvironment();
  before = environment.emulator.fingerprint();
});

afterEach(() => environment.close());

const IMPERSONATION = { impersonation: { enabled: true, role: 'maskers' } };

async function expectStatus(id: number, wanted: string): Promise<void> {
  const { status, reason } = await environment.status(id);
  expect(status, reason).toBe(wanted);
}

describe.each([
  ['plain names', {}],
  [
    'hostile names',
    {
      username: "svc 'x' ]]; DROP",
      schema: 'we]ird "schema"; --',
      impersonation: { enabled: true, role: "ro'le]" },
      metadataDelimiters: { hashDelimiter: "'", hashKeyDelimiter: ']', arrayDelimiter: '--' },
    },
  ],
])('a manual set-up with %s', (_name, changes) => {
  const password = 'Canary7Service';
  const request = () =>
    environment.body(false, { username: 'governed_service', password, ...IMPERSONATION, ...changes });
  const run = async (script: string, first: string) => {
    const filled = script.replaceAll('{{servicePassword}}', `'${password}'`);
    return runInQueryTool(filled, environment.openClient, first);
  };
  const ask = async (kind: 'initial-create' | 'create' | 'cleanup' | 'post-cleanup', body = request()) =>
    (await environment.portcullis.integrations.script(ADMIN, kind, body)) as ScriptResponse;

  it('is rejected before the scripts were run', async () => {
    await expect(environment.create(request())).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(environment.emulator.fingerprint()).toBe(before);
  });

  it('is cleaned up without an integration by two scripts that can be run twice', async () => {
    for (const [kind, database] of [
      ['initial-create', 'master'],
      ['create', 'governance'],
      ['cleanup', 'governance'],
      ['cleanup', 'governance'],
      ['post-cleanup', 'master'],
      ['post-cleanup', 'master'],
    ] as const)
      expect(await run((await ask(kind)).script, database)).toEqual([]);
    expect(environment.emulator.fingerprint()).toBe(before);
  });

  it('rejects an edit before its script was run', async () => {
    await run((await ask('initial-create')).script, 'master');
    await run((await ask('create')).script, 'governance');
    const id = await environment.create(request());
    await expectStatus(id, 'enabled');
    const next = environment.body(false, {
      username: 'governed_service',
      password,
      ...changes,
      impersonation: { enabled: false },
    });
    await expect(environment.update(id, next)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('scripts with a foreign object of our name', () => {
  const password = 'Canary7Service';
  const request = () => environment.body(false, { username: 'governed_service', password, ...IMPERSONATION });
  const run = async (kind: 'initial-create' | 'create' | 'cleanup' | 'post-cleanup', database: string) => {
    const { script } = (await environment.portcullis.integrations.script(ADMIN, kind, request())) as ScriptResponse;
    return runInQueryTool(script.replaceAll('{{servicePassword}}', `'${password}'`), environment.openClient, database);
  };

  it('stop at a foreign login, and grant it no permission even if the user continues', async () => {
    await (await environment.openClient('master')).batch(
      "CREATE LOGIN [governed_service] WITH PASSWORD = 'Strong7Enough'",
    );
    const planted = environment.emulator.fingerprint();
    expect(await run('initial-create', 'master')).toEqual([expect.stringMatching(/Portcullis stopped at login/)]);
    expect(environment.emulator.fingerprint()).toBe(planted);
    const errors = await run('create', 'governance');
    expect(errors.filter((message) => /Portcullis stopped at/.test(message)).length).toBeGreaterThan(3);
    const pool = environment.emulator.server.databases.find(({ isMaster }) => !isMaster);
    expect(pool?.permissions.map(({ permission }) => permission)).toEqual(['CONNECT']);
    expect(pool?.schemas.filter(({ id }) => id > 4)).toEqual([]);
    expect(pool?.objects).toEqual([]);
  });
});
