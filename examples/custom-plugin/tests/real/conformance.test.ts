import { findMariaDb, NO_MARIADB } from '@portcullis/testing/mariadb';
import { defineRealPlatformConformance } from '@portcullis/testing/vitest';
import { mariadb } from '../../src/index.ts';
import { startPlatform } from './start-platform.ts';
import { bodyFor } from './test-environment.ts';

const program = findMariaDb();

// The conformance kit for real platforms: the README of @portcullis/testing describes each case.
defineRealPlatformConformance({
  plugin: mariadb({ tls: 'off', localHosts: 'allowed' }),
  unavailable: program ? undefined : NO_MARIADB,
  createPlatform: () => startPlatform(program ?? ''),
  samples: ({ server }) => [
    { name: 'password', mode: 'automatic', config: bodyFor(server).config },
    {
      name: 'by script',
      mode: 'manual',
      config: bodyFor(server, { username: 'gov account', password: "Gov'1\\Account" }).config,
    },
  ],
  edits: [
    { name: 'fewer connections', sample: 'password', changes: { connectionLimit: 7 } },
    { name: 'fewer connections', sample: 'by script', changes: { connectionLimit: 5 } },
  ],
  drifts: [
    {
      name: 'another limit',
      object: 'service-account',
      change: ({ admin }) => admin.rows("ALTER USER 'gov_1_service'@'%' WITH MAX_USER_CONNECTIONS 3"),
    },
  ],
});
