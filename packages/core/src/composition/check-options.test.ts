import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../adapters/static-secret-keys.ts';
import { createPortcullis } from '../create-portcullis.ts';
import { DEFAULT_INSTANCE_OPTIONS, DEFAULT_INTEGRATION_OPTIONS, DEFAULT_WEBHOOK_OPTIONS } from '../options/defaults.ts';
import type { PortcullisOptions } from '../options/portcullis-options.ts';
import { checkOptions } from './check-options.ts';

const REQUIRED: PortcullisOptions = {
  plugins: [],
  store: createMemoryStore(),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': new Uint8Array(32) } }),
};

/** Every option whose default is a number, by path. */
const NUMBERS = [
  ...Object.entries(DEFAULT_INSTANCE_OPTIONS).map(([name, value]) => ({ group: undefined, name, value })),
  ...Object.entries(DEFAULT_INTEGRATION_OPTIONS).map(([name, value]) => ({ group: 'integrations', name, value })),
  ...Object.entries(DEFAULT_WEBHOOK_OPTIONS).map(([name, value]) => ({ group: 'webhooks', name, value })),
].filter(({ value }) => typeof value === 'number');

function withOption(group: string | undefined, name: string, value: unknown): PortcullisOptions {
  return { ...REQUIRED, ...(group === undefined ? { [name]: value } : { [group]: { [name]: value } }) };
}

describe('the options of an instance', () => {
  it('are valid with all defaults', () => {
    const options = {
      ...REQUIRED,
      ...DEFAULT_INSTANCE_OPTIONS,
      integrations: DEFAULT_INTEGRATION_OPTIONS,
      webhooks: DEFAULT_WEBHOOK_OPTIONS,
    };
    expect(() => checkOptions(options)).not.toThrow();
  });

  describe.each(NUMBERS)('$group $name', ({ group, name }) => {
    it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, '16', null])('cannot be %s', (value) => {
      const path = group === undefined ? name : `${group}.${name}`;
      expect(() => checkOptions(withOption(group, name, value))).toThrow(
        expect.objectContaining({
          code: 'OPTIONS_INVALID',
          message: expect.stringContaining(`${path}: This must`),
        }),
      );
    });
  });

  it.each([
    ['webhooks', 'concurrency', 1.5],
    ['webhooks', 'concurrencyPerEndpoint', 0],
    ['webhooks', 'reconcileMs', 2 ** 31],
    ['webhooks', 'backlog', { limit: 0 }],
    ['webhooks', 'backlog', { policy: 'drop' }],
    ['integrations', 'validationBudgetMs', { Snowflake: Number.NaN }],
    ['integrations', 'leaseMs', 0],
    ['settings', 'webhookDeadlineMs', 1],
  ])('%s.%s cannot be %o', (group, name, value) => {
    expect(() => checkOptions(withOption(group, name, value))).toThrow(
      expect.objectContaining({ code: 'OPTIONS_INVALID' }),
    );
  });

  it.each([
    [{ plugins: undefined }, 'plugins: This field is required.'],
    [{ plugins: {} }, 'plugins: This must be a list.'],
    [{ store: undefined }, 'store: This must be a store, such as createSqliteStore({ file }).'],
    [{ store: createMemoryStore }, 'store: This must be a store, such as createSqliteStore({ file }).'],
    [
      { secretKeys: '32 bytes' },
      'secretKeys: This must be secret keys, such as createStaticSecretKeys({ current, keys }).',
    ],
    [{ queue: { close() {} } }, 'queue: This must be a queue with wake, handle and close.'],
    [{ transport: { send() {} } }, 'transport: This must be a transport with send and close.'],
    [{ logger: { log() {} } }, 'logger: This must have debug, info, warn and error, as console has.'],
    [{ webhooks: { allow: '127.0.0.1' } }, 'webhooks.allow: This must be a list.'],
    [{ webhooks: { kinds: {} } }, 'webhooks.kinds: This must be a list.'],
  ])('cannot be %o', (options, problem) => {
    expect(() => checkOptions({ ...REQUIRED, ...options } as unknown as PortcullisOptions)).toThrow(
      expect.objectContaining({ code: 'OPTIONS_INVALID', message: `The options are not valid. ${problem}` }),
    );
  });

  it('are checked before the store is opened', async () => {
    const store = createMemoryStore();
    const options = { ...REQUIRED, store, webhooks: { concurrency: Number.NaN } };
    await expect(createPortcullis(options)).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
      message: 'The options are not valid. webhooks.concurrency: This must be a number.',
      extras: { details: [{ path: 'webhooks.concurrency' }] },
    });
  });
});

describe('the names of options', () => {
  const problemWith = (options: object): string | undefined => {
    try {
      checkOptions({ ...REQUIRED, ...options });
      return undefined;
    } catch (error) {
      return (error as Error).message.replace('The options are not valid. ', '');
    }
  };

  it.each([
    [{ webhook: {} }, 'webhook: There is no such option. Did you mean webhooks?'],
    [{ tenant: {} }, 'tenant: There is no such option. Did you mean tenants?'],
    [{ Logger: console }, 'Logger: There is no such option. Did you mean logger?'],
    [{ colour: 'red' }, 'colour: There is no such option.'],
    [{ concurrency: 3 }, 'concurrency: There is no such option. Did you mean webhooks.concurrency?'],
    [{ webhooks: { httpOnly: true } }, 'webhooks.httpOnly: There is no such option. Did you mean webhooks.httpsOnly?'],
    [
      { webhooks: { proxy: { url: 'http://proxy:3128', auth: 'Basic eDp5' } } },
      'webhooks.proxy.auth: There is no such option.',
    ],
    [
      { webhooks: { allow: [{ host: 'a.example' }, { cird: '10.0.0.0/8' }] } },
      'webhooks.allow.1.cird: There is no such option. Did you mean webhooks.allow.1.cidr?',
    ],
    [
      { webhooks: { retryPolicy: { breaker: { shares: 0.5 } } } },
      'webhooks.retryPolicy.breaker.shares: There is no such option. Did you mean webhooks.retryPolicy.breaker.share?',
    ],
    [
      { settings: { webhookDeadline: 1000 } },
      'settings.webhookDeadline: There is no such option. Did you mean settings.webhookDeadlineMs?',
    ],
    [
      { host: { permissionOf: async () => [] } },
      'host.permissionOf: There is no such option. Did you mean host.permissionsOf?',
    ],
    [
      { webhooks: { kinds: [{ kind: 'a', class: 'system', trigger: 'T.', text: 'T.', metdata: {} }] } },
      'webhooks.kinds.0.metdata: There is no such option. Did you mean webhooks.kinds.0.metadata?',
    ],
  ])('refuse %j', (options, problem) => {
    expect(problemWith(options)).toBe(problem);
  });

  it('are those of the store, too', () => {
    const store = createMemoryStore({ cel: 1, logger: console } as object);
    expect(problemWith({ store })).toBe(
      'store.cel: There is no such option. Did you mean store.cell? ' +
        'store.logger: There is no such option. Did you mean logger?',
    );
  });

  it('are all reported at once, together with invalid values', () => {
    expect(problemWith({ webhook: {}, webhooks: { concurrency: -1, backlogs: {} } })).toBe(
      'webhook: There is no such option. Did you mean webhooks? ' +
        'webhooks.backlogs: There is no such option. Did you mean webhooks.backlog? ' +
        'webhooks.concurrency: This must be at least 0.',
    );
  });

  class AppConfig {
    readonly plugins = REQUIRED.plugins;
    readonly store = REQUIRED.store;
    readonly secretKeys = REQUIRED.secretKeys;
    readonly region = 'eu';
  }

  it.each([
    ['an undefined value', { ...REQUIRED, webhook: undefined }],
    ['an instance of a class', new AppConfig()],
    ['ports with members of their own', { ...REQUIRED, logger: { ...console, webhook: {} } }],
    [
      'callbacks next to the state of the host',
      { ...REQUIRED, host: { permissions: new Map(), isMemberOfGroup: () => true, readUser() {} } },
    ],
    ['a thread as a URL', { ...REQUIRED, webhooks: { thread: new URL('file:///dispatcher.js') } }],
    ['data of a thread', { ...REQUIRED, webhooks: { thread: { module: new URL('file:///a.js'), data: { any: 1 } } } }],
    ['limits of types of integrations', { ...REQUIRED, integrations: { validationBudgetMs: { Any: 1000 } } }],
  ])('are not restricted in %s', (_case, options) => {
    expect(() => checkOptions(options as unknown as PortcullisOptions)).not.toThrow();
  });
});
