import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import {
  APPLICATION_ADMIN,
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type Portcullis,
} from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { portcullisKoa } from '@portcullis/http/koa';
import express from 'express';
import Koa from 'koa';
import { INTEGRATION_COUNT } from '../exchanges.ts';
import { warehouse } from '../platform/warehouse.ts';
import { warehouseBody } from '../platform/warehouse-config.ts';
import type { Framework } from './server-protocol.ts';

const ADMIN = { id: 1, name: 'administrator', permissions: [APPLICATION_ADMIN], groups: [] };

/** The library as hosts mount it, on the memory store, with its own API keys and {@link INTEGRATION_COUNT} integrations. */
export async function createPortcullisServer(
  framework: Framework,
): Promise<{ readonly listener: RequestListener; readonly key: string }> {
  const portcullis = await createPortcullis({
    plugins: [warehouse()],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: 'bench', keys: { bench: randomBytes(32) } }),
  });
  await addIntegrations(portcullis);
  const { key } = await portcullis.apiKeys.issue({ name: 'bench', principal: ADMIN });
  const handler = createHttpHandler(portcullis);
  const listener =
    framework === 'express'
      ? express().use(portcullisExpress(handler))
      : new Koa().use(portcullisKoa(handler)).callback();
  return { listener, key };
}

async function addIntegrations({ integrations }: Portcullis): Promise<void> {
  for (let index = 1; index <= INTEGRATION_COUNT; index += 1) {
    const response = await integrations.create({ principal: ADMIN }, warehouseBody(`warehouse-${index}.example`));
    if (!('id' in response)) throw new Error(`Integration ${index} was not created.`);
    const { status } = await integrations.whenIdle(Number(response.id));
    if (status !== 'enabled') throw new Error(`Integration ${index} is ${status} instead of enabled.`);
  }
}
