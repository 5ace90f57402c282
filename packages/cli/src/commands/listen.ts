import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, WebhookRefusedError } from '@portcullis/client/webhooks';
import { EXIT_CODE, type ExitCode } from '../exit-code.ts';
import { UsageError } from '../usage-error.ts';
import type { Context } from './context.ts';

/** The options of `listen`. */
export interface ListenOptions {
  /** The port; 0 for a free one. */
  readonly port: number;
  /** The environment variable with the secret of the webhook. */
  readonly secretEnv: string;
  /** The status of the response to every delivery, to test retries. */
  readonly status: number;
}

/** Maximum size of a body in bytes, larger than any delivery. */
const MAX_BODY = 1024 * 1024;

/** `listen`: a receiver on this machine that verifies and prints deliveries until Ctrl-C, or until the output is closed. */
export async function listen({ port, secretEnv, status }: ListenOptions, context: Context): Promise<ExitCode> {
  const { terminal, style } = context;
  const secret = terminal.env[secretEnv];
  if (!secret) throw new UsageError(`The secret is missing. Set ${secretEnv} to the secret of the webhook.`);
  const server = createServer((request, response) => {
    receive(request, response, secret, status, context).catch((error: Error) => {
      terminal.note(`${style('error', error.message)}\n`);
      response.destroy();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`Port ${port} is not available (${cause.code}): pass another one with --port.`, { cause });
  });
  terminal.note(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}/ (Ctrl-C ends)\n`);
  const ended = AbortSignal.any([terminal.signal, terminal.outputClosed]);
  if (!ended.aborted) await once(ended, 'abort');
  server.closeAllConnections();
  server.close();
  return EXIT_CODE.done;
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  secret: string,
  status: number,
  { terminal, style, json }: Context,
): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) {
      response.writeHead(413).end();
      return;
    }
    chunks.push(chunk);
  }
  try {
    const delivery = verifyWebhook({ body: Buffer.concat(chunks), headers: request.headers, secret });
    terminal.out(
      json
        ? `${JSON.stringify(delivery)}\n`
        : `${style('success', '✓')} ${delivery.id} ${delivery.metadata.notificationType ?? ''} ${delivery.text}\n`,
    );
    response.writeHead(status).end();
  } catch (error) {
    if (!(error instanceof WebhookRefusedError)) throw error;
    terminal.note(`${style('error', `✗ ${error.message}`)} ${request.method} ${request.url}\n`);
    response.writeHead(401).end();
  }
}
