import {
  type HistoryRecord,
  listHistoryOfWebhook,
  listWebhookHistory,
  listWebhooks,
  recoverDeliveries,
  retryDelivery,
} from '@portcullis/client';
import { EXIT_CODE, type ExitCode } from '../exit-code.ts';
import { renderTable } from '../render/render-table.ts';
import { openRemoteService, type ServerOptions } from '../services/remote-service.ts';
import { type Context, respond } from './context.ts';

/** The options of `webhooks history`. */
export interface HistoryOptions extends ServerOptions {
  /** The id of a webhook, for only its records. */
  readonly webhook?: number;
  readonly failed?: boolean;
  readonly limit?: number;
}

/** `webhooks`: lists the webhooks that the key may see. */
export async function webhooks(options: ServerOptions, context: Context): Promise<ExitCode> {
  await using service = openRemoteService(options, context.terminal);
  const all = await listWebhooks({ client: service.client, signal: context.terminal.signal });
  respond(context, all, () =>
    renderTable(
      ['ID', 'NAME', 'URL', 'KINDS'],
      all.map(({ id, name, url, notificationType }) => [String(id), name, url, notificationType.join(', ')]),
    ),
  );
  return EXIT_CODE.done;
}

/** `webhooks history`: lists delivery attempts, the newest first. */
export async function history(options: HistoryOptions, context: Context): Promise<ExitCode> {
  const { webhook, failed, limit = 20 } = options;
  await using service = openRemoteService(options, context.terminal);
  const query = {
    pageSize: limit,
    sortField: 'createdAt',
    sortOrder: 'desc',
    ...(failed ? { successOrFailure: 'failure' as const } : {}),
  } as const;
  const call = { client: service.client, signal: context.terminal.signal };
  const page = await (webhook === undefined
    ? listWebhookHistory({ ...call, query: { ...query, includeGlobal: true, includeUser: true } })
    : listHistoryOfWebhook({ ...call, query, path: { id: webhook } }));
  respond(context, page, () =>
    renderTable(['ID', 'WHEN', 'STATUS', 'WEBHOOK', 'KIND', 'TEXT'], page.records.map(rowOf)),
  );
  return EXIT_CODE.done;
}

/** `webhooks retry <record>`: sends a recorded delivery again. */
export async function retry(id: number, options: ServerOptions, context: Context): Promise<ExitCode> {
  await using service = openRemoteService(options, context.terminal);
  const record = await retryDelivery({ client: service.client, path: { id }, signal: context.terminal.signal });
  respond(context, record, () => renderTable(['ID', 'WHEN', 'STATUS', 'WEBHOOK', 'KIND', 'TEXT'], [rowOf(record)]));
  return record.statusCode >= 200 && record.statusCode < 300 ? EXIT_CODE.done : EXIT_CODE.failed;
}

/** `webhooks recover <webhook> --since <time>`: retries all deliveries that failed for good. */
export async function recover(
  id: number,
  options: ServerOptions & { readonly since: string; readonly until?: string; readonly limit?: number },
  context: Context,
): Promise<ExitCode> {
  const { since, until, limit } = options;
  await using service = openRemoteService(options, context.terminal);
  const body = { since, ...(until === undefined ? {} : { until }), ...(limit === undefined ? {} : { limit }) };
  const recovered = await recoverDeliveries({
    client: service.client,
    path: { id },
    body,
    signal: context.terminal.signal,
  });
  respond(context, recovered, () => `${JSON.stringify(recovered)}\n`);
  return EXIT_CODE.done;
}

function rowOf({ id, createdAt, statusCode, notificationType, request }: HistoryRecord): readonly string[] {
  const webhook = `${request.webhookName} (${request.webhookId})`;
  return [String(id), createdAt, String(statusCode), webhook, notificationType, request.text];
}
