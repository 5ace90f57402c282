import type { RequestListener } from 'node:http';
import express from 'express';
import { type BareData, namesType } from './bare-data.ts';
import { createKeyLookup } from './key-lookup.ts';

/** Milliseconds between two comments in an idle event stream, as in the library. */
const HEARTBEAT_MS = 15_000;

/** A handwritten Express application with the same responses. */
export function createBareExpress({ integrations, list, dryRun }: BareData, key: string): RequestListener {
  const callerOf = createKeyLookup(key);
  const app = express();
  app.use((request, response, next) => {
    if (callerOf(request.headers.authorization)) next();
    else response.status(401).json({ statusCode: 401, error: 'Unauthorized' });
  });
  app.get('/integrations', (_request, response) => {
    response.json(list);
  });
  app.get('/integrations/:id', (request, response) => {
    const integration = integrations.get(request.params.id);
    if (integration) response.json(integration);
    else response.status(404).json({ statusCode: 404, error: 'Not found' });
  });
  app.get('/integrations/:id/operations', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(':\n\n');
    const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT_MS);
    response.on('close', () => clearInterval(heartbeat));
  });
  app.post('/integrations', express.json(), (request, response) => {
    if (namesType(request.body)) response.json(dryRun);
    else response.status(400).json({ statusCode: 400, error: 'Bad request' });
  });
  return app;
}
