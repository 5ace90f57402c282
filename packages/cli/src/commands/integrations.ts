import { getIntegration, listIntegrations } from '@portcullis/client';
import { EXIT_CODE, type ExitCode } from '../exit-code.ts';
import { renderTable } from '../render/render-table.ts';
import { renderValidation } from '../render/render-validation.ts';
import { openRemoteService, type ServerOptions } from '../services/remote-service.ts';
import { type Context, respond } from './context.ts';

/** `integrations`: lists all integrations. */
export async function integrations(options: ServerOptions, context: Context): Promise<ExitCode> {
  await using service = openRemoteService(options, context.terminal);
  const all = await listIntegrations({ client: service.client, signal: context.terminal.signal });
  respond(context, all, () =>
    renderTable(
      ['ID', 'TYPE', 'STATUS', 'REASON'],
      all.map(({ id, type, status, statusReason = '' }) => [id, type, status, statusReason]),
    ),
  );
  return EXIT_CODE.done;
}

/** `integrations <id>`: shows one integration, with its tests. */
export async function integration(id: number, options: ServerOptions, context: Context): Promise<ExitCode> {
  const { terminal, style } = context;
  await using service = openRemoteService(options, terminal);
  const one = await getIntegration({ client: service.client, path: { id }, signal: terminal.signal });
  respond(context, one, () => {
    const reason = one.statusReason === undefined ? '' : `: ${one.statusReason}`;
    return `${style('heading', `${one.id} ${one.type}`)} ${one.status}${reason}\n${renderValidation(one.validationResults, style)}`;
  });
  return EXIT_CODE.done;
}
