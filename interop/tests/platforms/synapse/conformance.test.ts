import { synapse } from '@portcullis/plugin-synapse';
import { defineRealPlatformConformance } from '@portcullis/testing/vitest';
import { ADMINISTRATOR, startEmulator } from '../../../src/platforms/synapse/emulator/emulator.ts';
import { openSynapsePlatform, POOL, type SynapsePlatform } from '../../../src/platforms/synapse/emulator-platform.ts';

const emulator = await startEmulator();

function configFor({ emulator: { port } }: SynapsePlatform, changes: object = {}) {
  return {
    host: 'localhost',
    port,
    database: POOL,
    schema: 'governed',
    metadataDelimiters: { hashDelimiter: '|', hashKeyDelimiter: ':', arrayDelimiter: ',' },
    username: ADMINISTRATOR.userName,
    password: ADMINISTRATOR.password,
    ...changes,
  };
}

const byRole = (role: string) => ({ impersonation: { enabled: true, role } });
const BY_SCRIPT = { username: "svc 'x' ]]; DROP", password: 'Canary7Service', schema: 'we]ird "schema"; --' };

defineRealPlatformConformance({
  sweep: process.env.PORTCULLIS_TESTS === 'sampled' ? 'sampled' : 'whole',
  plugin: synapse({ localPorts: [emulator.port], certificateAuthorities: [emulator.ca] }),
  createPlatform: () => openSynapsePlatform(emulator),
  samples: (platform) => [
    { name: 'password', mode: 'automatic', config: configFor(platform, byRole('maskers')) },
    { name: 'by script', mode: 'manual', config: configFor(platform, { ...BY_SCRIPT, ...byRole("ro'le]") }) },
  ],
  edits: [
    { name: 'another role', sample: 'password', changes: byRole('other ]role') },
    { name: 'no impersonation', sample: 'password', changes: { impersonation: { enabled: false } } },
    { name: 'another role', sample: 'by script', changes: byRole('veils') },
    { name: 'no impersonation', sample: 'by script', changes: { impersonation: { enabled: false } } },
  ],
  drifts: [
    {
      name: 'no privilege to create views',
      object: 'database-access',
      change: ({ batch }) => batch(POOL, 'REVOKE CREATE VIEW FROM [governance_governed_service]'),
    },
    {
      name: 'a dropped procedure',
      object: 'remove-user-profile-procedure',
      state: 'missing',
      change: ({ batch }) => batch(POOL, 'DROP PROCEDURE [governed_procedures].[remove_user_profile]'),
    },
  ],
});
