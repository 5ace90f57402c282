import { describe, expect, it } from 'vitest';
import { readSettings } from './read-settings.ts';

const defaults = { folder: '/example', port: 3000 };

describe('the settings of an example', () => {
  it('have defaults without environment and flags', () => {
    expect(readSettings(defaults, {}, [])).toEqual({
      port: { port: 3000 },
      receiverPort: { port: 4000 },
      targetPort: { port: 5439 },
      dataFolder: '/example/data',
      deliverInThread: false,
      newAdminKey: false,
    });
  });

  it('are read from environment and flags', () => {
    const environment = {
      PORT: '0',
      RECEIVER_PORT: '4001',
      TARGET_PORT: '',
      DATA_FOLDER: '/elsewhere',
      DELIVERIES: 'thread',
    };
    expect(readSettings(defaults, environment, ['--new-admin-key'])).toEqual({
      port: { port: 0, variable: 'PORT' },
      receiverPort: { port: 4001, variable: 'RECEIVER_PORT' },
      targetPort: { port: 5439 },
      dataFolder: '/elsewhere',
      deliverInThread: true,
      newAdminKey: true,
    });
  });

  it.each(['http', '65536', '-1', '80 ', '1e3'])('reject %j as a port', (port) => {
    expect(() => readSettings(defaults, { TARGET_PORT: port }, [])).toThrow(`TARGET_PORT is "${port}"`);
  });

  it('reject an unknown kind of delivery', () => {
    expect(() => readSettings(defaults, { DELIVERIES: 'process' }, [])).toThrow('use thread, or leave it empty');
  });

  it('accept an engine with the addresses that it needs', () => {
    const databaseUrl = 'postgresql://host/database';
    const redisUrl = 'redis://host';
    const queueOf = (environment: NodeJS.ProcessEnv) => readSettings(defaults, environment, []).nodes;
    expect(queueOf({ QUEUE: 'none', DATABASE_URL: databaseUrl })).toBeUndefined();
    expect(queueOf({ QUEUE: 'pg-boss', DATABASE_URL: databaseUrl })).toEqual({ engine: 'pg-boss', databaseUrl });
    const both = { QUEUE: 'bullmq', DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
    expect(queueOf(both)).toEqual({ engine: 'bullmq', databaseUrl, redisUrl });
    expect(() => queueOf({ QUEUE: 'pg-boss' })).toThrow('also set DATABASE_URL');
    expect(() => queueOf({ ...both, REDIS_URL: '' })).toThrow('also set REDIS_URL');
    expect(() => queueOf({ ...both, QUEUE: 'kafka' })).toThrow('use pg-boss, bullmq or none');
  });

  it('reject an unknown flag', () => {
    expect(() => readSettings(defaults, {}, ['--new-key'])).toThrow('--new-key');
  });
});
