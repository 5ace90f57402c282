import type { RequestListener } from 'node:http';
import Koa, { type Context } from 'koa';
import { koaBody } from 'koa-body';
import { type BareData, namesType } from './bare-data.ts';
import { createKeyLookup } from './key-lookup.ts';

const ONE = /^\/integrations\/(\d+)$/;

/** A handwritten Koa application with the same responses. Koa has no router. */
export function createBareKoa({ integrations, list, dryRun }: BareData, key: string): RequestListener {
  const callerOf = createKeyLookup(key);
  const parseBody = koaBody();
  const app = new Koa();
  app.use(async (context, next) => {
    if (callerOf(context.headers.authorization)) return next();
    respond(context, 401, { statusCode: 401, error: 'Unauthorized' });
  });
  app.use(async (context) => {
    const [, id] = ONE.exec(context.path) ?? [];
    const integration = id === undefined ? undefined : integrations.get(id);
    if (integration) return respond(context, 200, integration);
    if (context.path !== '/integrations') return respond(context, 404, { statusCode: 404, error: 'Not found' });
    if (context.method === 'GET') return respond(context, 200, list);
    await parseBody(context, async () => {});
    if (namesType(context.request.body)) respond(context, 200, dryRun);
    else respond(context, 400, { statusCode: 400, error: 'Bad request' });
  });
  return app.callback();
}

function respond(context: Context, status: number, body: unknown): void {
  context.status = status;
  context.body = body;
}
