import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { IntegrationRecord } from './integration-record.ts';
import { toIntegrationView, toTypeView } from './integration-view.ts';

const definition = {
  type: 'T',
  id: 't',
  version: '1.0.0',
  description: 'A platform.',
  bootstrap: 'automatic-or-manual',
  editable: true,
  config: z.strictObject({ host: z.string(), since: z.custom<object>() }),
  credentials: z.strictObject({ username: z.string() }),
  immutable: ['host'],
} as unknown as AnyPluginDefinition;
const clientConfigured = { ...definition, bootstrap: 'none', credentials: undefined } as AnyPluginDefinition;
const record = {
  id: 7,
  type: 'T',
  status: 'enabled',
  statusReason: null,
  version: 3,
  autoBootstrap: true,
  config: { host: 'h' },
  validationResults: { status: 'passed', tests: [] },
} as unknown as IntegrationRecord;

describe('the view of an integration', () => {
  it('shows the config and the mode of its set-up', () => {
    expect(toIntegrationView(definition, record, false).integration).toMatchObject({
      autoBootstrap: true,
      config: { host: 'h' },
    });
  });

  it('has the id as text', () => {
    expect(toIntegrationView(definition, record, false).integration.id).toBe('7');
  });

  it('has the version for If-Match', () => {
    expect(toIntegrationView(definition, record, false).version).toBe(3);
  });

  it('contains the reason of the status', () => {
    const failed = { ...record, status: 'editError', statusReason: 'The platform is gone.' };
    expect(toIntegrationView(definition, failed, false).integration.statusReason).toBe('The platform is gone.');
  });

  it('has no reason if there is none', () => {
    expect(toIntegrationView(definition, record, false).integration).not.toHaveProperty('statusReason');
  });

  it('reveals no part of the config without the plugin, which declares public fields', () => {
    expect(toIntegrationView(undefined, record, false).integration.config).toEqual({});
  });

  it.each(['config', 'autoBootstrap'])("has no %s if it is set up on the client's side", (field) => {
    expect(toIntegrationView(clientConfigured, record, false).integration).not.toHaveProperty(field);
  });
});

describe('the view of a type', () => {
  it('has the JSON Schema of the config, in which a field without a schema accepts any value', () => {
    expect(toTypeView(definition).configSchema).toMatchObject({
      type: 'object',
      properties: { host: { type: 'string' }, since: {} },
    });
  });

  it('has the JSON Schema of the privileged credentials', () => {
    expect(toTypeView(definition).credentialsSchema).toMatchObject({ properties: { username: { type: 'string' } } });
  });

  it.each(['configSchema', 'credentialsSchema'])(
    "has no %s if the integration is set up on the client's side",
    (field) => {
      expect(toTypeView(clientConfigured)).not.toHaveProperty(field);
    },
  );
});
