import { join } from 'node:path';
import { runExample } from '@portcullis/example-shared';
import { createHost } from './create-host.ts';

await runExample({
  title: 'Portcullis in a Koa application',
  command: 'npm run start:koa',
  folder: join(import.meta.dirname, '..'),
  port: 3001,
  createHost,
});
