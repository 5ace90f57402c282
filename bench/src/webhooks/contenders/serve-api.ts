import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APPLICATION_ADMIN, type Portcullis } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import express from 'express';
import { TENANT_HEADER } from './contender.ts';

const ADMIN = { id: 1, name: 'bench', permissions: [APPLICATION_ADMIN], groups: [] };

/** Serves the HTTP interface of an instance on Express. Each request is one of the tenant in its {@link TENANT_HEADER}. */
export async function serveApi(
  instance: Portcullis,
): Promise<{ readonly origin: string; readonly stop: () => Promise<void> }> {
  const handler = createHttpHandler(instance, {
    authenticate: async ({ headers }) => {
      const tenant = headers.get(TENANT_HEADER);
      return tenant === null ? ADMIN : { ...ADMIN, tenant };
    },
  });
  const server = createServer(express().use(portcullisExpress(handler))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
