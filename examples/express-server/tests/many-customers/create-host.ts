import {
  APPLICATION_ADMIN,
  createPortcullis,
  createStaticSecretKeys,
  type Logger,
  type Principal,
  type WebhookOptions,
} from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import express from 'express';
import type { Accounts, Session } from './accounts.ts';

/** Options of {@link createHost}. */
export interface HostOptions {
  readonly storeFile: string;
  readonly secretKey: string;
  readonly allow?: WebhookOptions['allow'];
  readonly logger: Logger;
}

/** The caller of a session: its tenant is the customer. */
function principalOf({ customerId, userId, userName, isAdmin }: Session): Principal {
  const permissions = isAdmin ? [APPLICATION_ADMIN] : [];
  return { id: userId, name: userName, permissions, groups: [], tenant: customerId };
}

/** An Express application with many customers. */
export async function createHost(accounts: Accounts, { storeFile, secretKey, allow = [], logger }: HostOptions) {
  const portcullis = await createPortcullis({
    plugins: [],
    store: createSqliteStore({ file: storeFile }),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': secretKey } }),
    webhooks: { allow },
    host: {
      permissionsOf: (userId, { tenant = '' }) => accounts.permissionsOf(tenant, userId),
    },
    logger,
  });

  portcullis.events.on('delivery.attempted', ({ tenant, succeeded }) => {
    if (tenant !== undefined && succeeded) accounts.countDelivery(tenant);
  });

  const handler = createHttpHandler(portcullis, {
    async authenticate(request) {
      const key = request.headers.get('authorization')?.replace(/^Bearer /, '');
      if (key) return portcullis.tenants.authenticate(key);
      const session = await accounts.sessionOf(request.headers.get('cookie') ?? undefined);
      return session && principalOf(session);
    },
  });

  const app = express();
  app.use('/governance', portcullisExpress(handler));

  app.post('/customers/:company', async (request, response) => {
    const { customerId, owner } = await accounts.signUp(request.params.company);
    await portcullis.tenants.create({ id: customerId, name: request.params.company });
    const { apiKeys } = portcullis.tenant(customerId);
    const { key } = await apiKeys.issue({ name: 'first key', principal: principalOf(owner) });
    response.status(201).json({ customerId, key });
  });

  app.post('/tags/:name', async (request, response) => {
    const session = await accounts.sessionOf(request.headers.cookie);
    if (!session) {
      response.sendStatus(401);
      return;
    }
    const { notifications } = portcullis.tenant(session.customerId);
    const { deliveries } = await notifications.notify({
      kind: 'tagCreated',
      metadata: { tagName: request.params.name, actionBy: session.userId },
      idempotencyKey: `tag-${request.params.name}`,
    });
    response.status(201).json({ deliveries });
  });

  return { portcullis, app };
}
