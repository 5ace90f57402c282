import { APPLICATION_ADMIN } from '@portcullis/core';
import { SIMULATED_CONFIG } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { createFakeTerminal } from './support/fake-terminal.ts';
import { startServer } from './support/server.ts';

const ADMIN = { principal: { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] } };

it('unresolved lists objects that need a decision, and decide sends the decision', async () => {
  using terminal = createFakeTerminal();
  await using server = await startServer(terminal);
  const { integrations } = server.portcullis;
  terminal.platform.inject({ at: /^CREATE USER/, effect: { loseReply: 'applied' } });
  await integrations.create(ADMIN, { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG });
  expect(await integrations.whenIdle(1)).toMatchObject({ status: 'createError' });
  const listed = await terminal.run('unresolved', '1');
  expect(listed.code).toBe(0);
  expect(listed.out).toMatch(/^OBJECT .*\nservice-account +user +gov_service/);
  expect((await terminal.run('decide', '1', 'service-account', 'drop')).code).toBe(2);
  expect((await terminal.run('decide', '1', 'database', 'adopt')).code).toBe(1);
  const decided = await terminal.run('decide', '1', 'service-account', 'adopt');
  expect(decided.code).toBe(0);
  expect(decided.out).toBe('No objects are waiting for a decision.\n');
  expect((await terminal.run('unresolved', '1', '--json')).json()).toEqual([]);
});
