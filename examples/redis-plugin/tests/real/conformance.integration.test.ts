import { findRedis, NO_REDIS } from '@portcullis/testing/redis';
import { defineRealPlatformConformance } from '@portcullis/testing/vitest';
import { startServer } from './start-server.ts';
import { configFor, localRedis } from './test-environment.ts';

const program = findRedis();

// The conformance kit for real platforms: the README of @portcullis/testing describes each case.
defineRealPlatformConformance({
  plugin: localRedis(),
  unavailable: program ? undefined : NO_REDIS,
  createPlatform: () => startServer(program ?? ''),
  samples: (server) => [
    { name: 'password', mode: 'automatic', config: configFor(server) },
    { name: 'without a file', mode: 'automatic', config: configFor(server, { prefix: 'more', persistence: 'none' }) },
    {
      name: 'by script',
      mode: 'manual',
      config: configFor(server, { prefix: 'manual', username: "o'hara", password: `Gov'1" \\Account` }),
    },
  ],
  edits: [
    { name: 'more access', sample: 'password', changes: { access: 'read-write' } },
    { name: 'more access', sample: 'by script', changes: { access: 'read-write' } },
  ],
  drifts: [
    {
      name: 'one more command',
      object: 'service-account',
      change: (server) => server.send('ACL', 'SETUSER', 'gov-service', '+config'),
    },
  ],
});
