import { createPortcullis, createStaticSecretKeys, type PortcullisEventName, type Store } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { type AnyPluginDefinition, configFields, definitionOf, type Plugin } from '@portcullis/plugin-api';
import {
  createFakeTransport,
  createRecordingLogger,
  createSimulatedPlatform,
  type SimulatedPlatform,
  simulate,
} from '@portcullis/testing';
import { ADMIN } from '../../shared/admin.ts';
import type { Canary, CanarySample } from './canary-sample.ts';
import type { OutputRecorder } from './output-recorder.ts';

const WEBHOOK_CANARY = 'Kanarie7WebhookSecret';
const EVENTS: readonly PortcullisEventName[] = [
  'integration.status',
  'validation.test',
  'operation.statement',
  'operation.finished',
  'notification.published',
  'delivery.attempted',
  'secret.expiring',
  'background.error',
];

/** One life cycle of an integration. */
export interface LifecycleRun {
  readonly plugin: Plugin;
  readonly sample: CanarySample;
  readonly automatic: boolean;
  readonly store: Store;
  /** True if the platform stops responding in the middle of the set-up. */
  readonly dies: boolean;
}

/**
 * Runs the life cycle of an integration: refused, failed, created, checked, edited, rotated and deleted, over HTTP and
 * through the facade, with platform errors that repeat every secret.
 *
 * @returns the secrets in use: those of the sample, the generated ones, and that of a webhook.
 */
export async function runLifecycle(
  { plugin, sample, automatic, store, dies }: LifecycleRun,
  { record }: OutputRecorder,
): Promise<readonly Canary[]> {
  const platform = createSimulatedPlatform();
  const logger = createRecordingLogger();
  const transport = createFakeTransport();
  const definition = definitionOf(plugin);
  const portcullis = await createPortcullis({
    plugins: [simulate(plugin, platform)],
    store,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    webhooks: { allow: [{ cidr: '127.0.0.1/32' }] },
    integrations: { transientRetries: 0 },
    transport,
    logger,
  });
  for (const name of EVENTS) portcullis.events.on(name, (event) => record('events', event));
  const handler = createHttpHandler(portcullis, { logger, authenticate: async () => ADMIN.principal });
  const { integrations } = portcullis;

  const send = async (target: string, json?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const [method = 'GET', path = '/'] = target.split(' ');
    const body = json === undefined ? {} : { body: typeof json === 'string' ? json : JSON.stringify(json) };
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const response = await handler(
      new Request(`http://127.0.0.1${path}`, { method, headers: { ...type, ...headers }, ...body }),
    );
    const text = `${JSON.stringify([...response.headers])}\n${await response.text()}`;
    record(path.includes('script') ? 'scripts' : path.endsWith('/operations') ? 'journal' : 'responses', text);
    if (response.status >= 400) record('refusals', text);
  };
  const catching = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      record('inspect', await work());
    } catch (error) {
      record('thrown errors', error);
    }
  };
  const whenIdle = () => catching(() => integrations.whenIdle(1));

  const config = definition.bootstrap === 'none' ? {} : { autoBootstrap: automatic, config: sample.config };
  const body = { type: definition.type, ...config };
  const credentials = automatic ? credentialsOf(definition, sample.config) : undefined;
  const webhook = { url: 'http://127.0.0.1:9009/', name: 'w', global: true, notificationType: ['ALL_NOTIFICATIONS'] };
  await send('POST /webhooks', { webhooks: [{ ...webhook, actionType: 'triggered', secret: WEBHOOK_CANARY }] });
  await refusedRequests(send, body, credentials);
  for (const { field } of sample.refused.canaries) {
    const strayed = { ...body, config: sample.refused.config };
    await send('POST /integrations', strayed);
    await catching(() => integrations.create(ADMIN, strayed));
    const chosen = { ...sample.refused.config, authenticationType: field.split('.')[0] };
    await send('POST /integrations', { ...body, config: chosen });
  }
  for (const wrong of [
    { ...body, config: { ...sample.config, unknown: sample.config } },
    { ...body, more: sample.config },
  ])
    await catching(() => integrations.create(ADMIN, wrong));
  for (const kind of ['initial-create', 'create', 'cleanup', 'post-cleanup'])
    await send(`POST /integrations/scripts/${kind}`, { ...body, autoBootstrap: false });

  repeatSecrets(platform, sample);
  await send('POST /integrations?dryRun=true', body);
  if (dies) {
    const dead = platform.killAt(2, 'after');
    await send('POST /integrations', body);
    // A plugin without a second statement is not killed.
    await Promise.race([dead, integrations.whenIdle(1).catch(() => undefined)]);
  } else {
    await send('POST /integrations', body, { 'idempotency-key': 'canary' });
    await whenIdle();
    await send('POST /integrations', body, { 'idempotency-key': 'canary' });
    await send('GET /integrations');
    await send('GET /integrations/1');
    if (definition.editable) await send('PUT /integrations/1', body);
    await whenIdle();
    await send('POST /integrations/1/validate');
    await send('GET /integrations/1/drift');
    const marked = { ...body, config: markedConfig(definition, sample.config, automatic) };
    if (definition.editable) await send('PUT /integrations/1', marked);
    await whenIdle();
    await send('POST /integrations/1/rotate-secret', credentials);
    await whenIdle();
    // Automatic mode removes the privileged secrets, so no platform can repeat them.
    const message = automatic ? 'refused' : secretsText(sample);
    platform.refuseConnections({ with: 'credentials', message, times: 2 });
    await send('POST /integrations/1/validate');
    await send('POST /integrations/1/scripts/delete');
    await send('POST /integrations/1/scripts/edit', { ...body, autoBootstrap: false });
    await catching(() => integrations.remove(ADMIN, 1, { ...credentials, unknown: sample.config }));
    platform.inject({ at: (statement) => statement.text.startsWith('DROP'), effect: failure(sample) });
    const generated = generatedCanaries(platform);
    await send('DELETE /integrations/1', credentials);
    await whenIdle();
    await send('GET /integrations/1/operations');
    await send('DELETE /integrations/1', credentials);
    await whenIdle();
    await send('GET /integrations/1/operations');
    await send('GET /webhooks/history');
    await send('GET /openapi.json');
    record('OpenAPI', await (await handler(new Request('http://127.0.0.1/openapi.json'))).text());
    await portcullis.close();
    finishListening();
    return canariesWith(generated);
  }
  await send('GET /integrations/1/operations');
  const generated = generatedCanaries(platform);
  finishListening();
  return canariesWith(generated);

  function canariesWith(generated: readonly Canary[]): readonly Canary[] {
    return [
      ...sample.canaries,
      ...sample.refused.canaries,
      ...generated,
      { field: '(webhook secret)', texts: [WEBHOOK_CANARY] },
    ];
  }

  function finishListening(): void {
    record('log', logger.entries);
    record(
      'webhooks',
      transport.requests.map(({ url, headers, body: sent }) => [url, headers, Buffer.from(sent).toString()]),
    );
    record('inspect', portcullis);
    record('inspect', handler);
  }
}

type Send = (target: string, json?: unknown) => Promise<void>;

/** Bodies that the service refuses, with every secret in a wrong place. */
async function refusedRequests(send: Send, body: object, credentials: object | undefined): Promise<void> {
  const { config = {} } = body as { readonly config?: object };
  await send('POST /integrations', { ...body, config: { ...config, aFieldThatNobodyKnows: config } });
  await send('POST /integrations', { ...body, config: Object.values(config) });
  await send('POST /integrations', `${JSON.stringify(body)} and more`);
  await send('POST /integrations', { ...body, ...config });
  await send('POST /webhooks', { webhooks: [config] });
  await send('PUT /integrations/77', body);
  await send('DELETE /integrations/77', credentials ?? config);
  await send('POST /integrations/77/rotate-secret', config);
}

/** Makes the platform repeat all secrets in its errors, like drivers that quote a statement. */
function repeatSecrets(platform: SimulatedPlatform, sample: CanarySample): void {
  platform.inject({ at: ({ text }) => text.includes('{{'), effect: failure(sample) });
}

function failure(sample: CanarySample) {
  return { fail: 'missing-grant', message: `refused: ${secretsText(sample)}` } as const;
}

function secretsText({ config, canaries }: CanarySample): string {
  const values = canaries.map(({ field }) =>
    field.split('.').reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)?.[key], config),
  );
  return values.flatMap((value) => [String(value), JSON.stringify(value), encodeURIComponent(String(value))]).join(' ');
}

/** Returns the secrets that the library generated for the service account, from the platform. */
function generatedCanaries(platform: SimulatedPlatform): readonly Canary[] {
  const slots = platform.objects.flatMap(({ secrets }) => Object.entries(secrets));
  return slots.map(([slot, { text }]) => ({ field: `(generated) ${slot.split('@')[0]}`, texts: [text.slice(1, -1)] }));
}

function credentialsOf({ credentials }: AnyPluginDefinition, config: CanarySample['config']): object | undefined {
  if (!credentials) return undefined;
  const names = new Set(configFields(credentials).map(({ path }) => path.split('.')[0] ?? ''));
  return Object.fromEntries(Object.entries(config).filter(([name]) => names.has(name)));
}

/** The config with the marker for unchanged secrets. In automatic mode, privileged secrets are sent again. */
function markedConfig(definition: AnyPluginDefinition, config: CanarySample['config'], automatic: boolean): object {
  const privileged = automatic ? (definition.privileged ?? []) : [];
  const secret = configFields(definition.config).filter(({ exposure }) => exposure === 'secret');
  const kept = secret.flatMap(({ path }) => (path.includes('.') || privileged.includes(path) ? [] : [path]));
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, kept.includes(name) ? '[REDACTED]' : value]),
  );
}
