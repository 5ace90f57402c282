import { redshift } from '@portcullis/plugin-redshift';
import { defineRealPlatformConformance } from '@portcullis/testing/vitest';
import {
  MANAGED_DATABASE,
  type PostgresPlatform,
  startPostgresPlatform,
} from '../../../src/platforms/redshift/postgres-platform.ts';

function configFor({ server }: PostgresPlatform, changes: object = {}) {
  return {
    host: server.host,
    port: server.port,
    database: MANAGED_DATABASE,
    initialDatabase: server.database,
    authenticationType: 'userPassword',
    username: server.user,
    password: server.password,
    impersonation: { enabled: false },
    ...changes,
  };
}

const MASKS = { impersonation: { enabled: true, role: 'masks' } };

defineRealPlatformConformance({
  sweep: process.env.PORTCULLIS_TESTS === 'sampled' ? 'sampled' : 'whole',
  plugin: redshift({ engine: 'postgresql' }),
  createPlatform: startPostgresPlatform,
  samples: (platform) => [
    { name: 'plain', mode: 'automatic', config: configFor(platform) },
    { name: 'with impersonation', mode: 'automatic', config: configFor(platform, MASKS) },
    {
      name: 'by script',
      mode: 'manual',
      config: configFor(platform, { username: 'svc', password: `Canary7'Password` }),
    },
  ],
  edits: [
    { name: 'impersonation', sample: 'plain', changes: MASKS },
    {
      name: 'another role',
      sample: 'with impersonation',
      changes: { impersonation: { enabled: true, role: 'veils' } },
    },
    { name: 'another account', sample: 'by script', changes: { username: 'svc2', ...MASKS } },
    {
      name: 'another role',
      sample: 'by script',
      changes: { username: 'svc2', impersonation: { enabled: true, role: 'veils' } },
    },
    { name: 'no impersonation', sample: 'by script', changes: { username: 'svc2' } },
  ],
  drifts: [
    {
      name: 'the privilege to create databases',
      object: 'service-account',
      change: ({ admin }) => admin.rows('ALTER USER governance_service CREATEDB'),
    },
  ],
});
