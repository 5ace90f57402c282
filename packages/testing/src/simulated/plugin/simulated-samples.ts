import type { SimulatedConfig } from './simulated-config.ts';

/** A config for tests. */
export const SIMULATED_CONFIG = {
  host: 'db.example.com',
  database: 'gov',
  authenticationType: 'userPassword',
  username: 'admin',
  password: 'correct-horse-battery',
} as const satisfies Partial<SimulatedConfig>;

/** A complete config of each kind. */
export const simulatedSamples = [
  {
    ...SIMULATED_CONFIG,
    port: 7000,
    initialDatabase: 'main',
    schema: 'portcullis',
    retentionDays: 30,
    audit: { enabled: true },
    impersonation: { enabled: true, role: 'impersonators' },
    volume: { size: 10 },
    warehouse: 'wh',
  },
  {
    host: 'db.example.com',
    database: 'gov',
    authenticationType: 'keyPair',
    username: 'admin',
    privateKey: { content: '-----BEGIN KEY-----', name: 'admin.key' },
  },
];
