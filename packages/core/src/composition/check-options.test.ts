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
        expect.objectContaining({ code: 'OPTIONS_INVALID', message: expect.stringContaining(`${path}: This must`) }),
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
  ])('%s.%s cannot be %o', (group, name, value) => {
    expect(() => checkOptions(withOption(group, name, value))).toThrow(
      expect.objectContaining({ code: 'OPTIONS_INVALID' }),
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
