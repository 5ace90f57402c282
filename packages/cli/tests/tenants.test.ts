import { APPLICATION_ADMIN } from '@portcullis/core';
import { expect, it } from 'vitest';
import { createFakeTerminal } from './support/fake-terminal.ts';
import { fileOf, PASSWORD } from './support/files.ts';
import { startServer } from './support/server.ts';

const ADA = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };

it('acts as the tenant of the key', async () => {
  using terminal = createFakeTerminal();
  await using server = await startServer(terminal);
  const { tenant, tenants } = server.portcullis;
  const keyOf = async (id: string) => {
    await tenants.create({ id });
    return (await tenant(id).apiKeys.issue({ name: 'pipeline', principal: ADA })).key;
  };
  const keys = { acme: await keyOf('acme'), bolt: await keyOf('bolt') };
  const listed = async (key: string) => {
    terminal.env.PORTCULLIS_API_KEY = key;
    return (await terminal.run('integrations', '--json')).json();
  };

  terminal.env.PORTCULLIS_API_KEY = keys.acme;
  terminal.env.WAREHOUSE_PASSWORD = PASSWORD;
  terminal.write('gov.yaml', fileOf());
  expect(await terminal.run('apply', 'gov.yaml', '--yes')).toMatchObject({ code: 0 });

  expect(await listed(keys.acme)).toMatchObject([{ type: 'Simulated' }]);
  expect(await listed(keys.bolt)).toEqual([]);
  expect(await terminal.run('integrations', '1')).toMatchObject({ code: 1 });
  expect(await server.portcullis.integrations.list({ principal: ADA })).toEqual([]);
});
