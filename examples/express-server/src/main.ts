import { join } from 'node:path';
import { runExample } from '@portcullis/example-shared';
import { createHost } from './create-host.ts';

await runExample({
  title: 'Portcullis in an Express application',
  command: 'npm start',
  folder: join(import.meta.dirname, '..'),
  port: 3000,
  createHost,
});
