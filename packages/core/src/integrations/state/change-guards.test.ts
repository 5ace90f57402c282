import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { refuseImmutable } from './change-guards.ts';
import type { IntegrationRecord } from './integration-record.ts';

type Config = { readonly key: string; readonly dataset: string; readonly role: string };

/** A plugin whose key names the project: `project/secret`. */
const definition = {
  immutable: ['dataset'],
  target: ({ key, dataset }: Config) => ({ identity: [key.split('/')[0], dataset], display: 'x' }),
} as unknown as AnyPluginDefinition;

const restored: Config = { key: 'acme/1', dataset: 'governance', role: 'reader' };

/** The message with which a PUT is refused, if it is. */
function refusal(changes: Partial<Config>, unlocked = false): string | undefined {
  const record = { autoBootstrap: false } as IntegrationRecord;
  try {
    refuseImmutable(
      { definition, record, restored, unlocked },
      { autoBootstrap: false, config: { ...restored, ...changes } },
    );
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a PUT', () => {
  it('may replace a credential that names the same target', () => {
    expect(refusal({ key: 'acme/2', role: 'writer' })).toBeUndefined();
  });

  it.each([false, true])('may not move the target with a credential (unlocked: %s)', (unlocked) => {
    expect(refusal({ key: 'other/1' }, unlocked)).toContain('cannot be changed: config.key. Send');
  });

  it('is rejected with every path, sorted', () => {
    expect(refusal({ key: 'other/1', dataset: 'second' })).toContain('config.dataset, config.key.');
  });
});
