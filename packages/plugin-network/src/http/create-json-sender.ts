import { PlatformError } from '@portcullis/plugin-api';
import { createHttpSender } from './create-http-sender.ts';
import type { HttpRequest, HttpResponse, HttpSenderOptions } from './http-sender.ts';

/** A response with any status. */
export interface JsonResponse {
  readonly status: number;
  /** By their names in lower case: `location` of a request that is carried out later, `link` of a page. */
  readonly headers: HttpResponse['headers'];
  /** Its JSON; `{}` without a body. */
  readonly body: unknown;
}

/** Sends requests whose responses are JSON. Redirects are not followed, because requests contain a credential. */
export interface JsonSender {
  (request: HttpRequest): Promise<JsonResponse>;
  /** Aborts running requests and closes connections. */
  close(): Promise<void>;
}

/** Options of a sender for JSON. */
export interface JsonSenderOptions extends HttpSenderOptions {
  /** The name of the service in messages to users. */
  readonly platform: string;
}

/**
 * Creates a sender that reads JSON. It rejects like {@link createHttpSender}, and with a PlatformError `network` for a
 * response that is not JSON.
 */
export async function createJsonSender({ platform, ...options }: JsonSenderOptions): Promise<JsonSender> {
  const send = await createHttpSender(options);
  const sender = async (request: HttpRequest): Promise<JsonResponse> => {
    const { status, headers, text } = await send(request);
    return { status, headers, body: parse(text, status, platform) };
  };
  return Object.assign(sender, { close: () => send.close() });
}

/** Parses a response. For a response that is not JSON, the status decides, unless it means success. */
function parse(text: string, status: number, platform: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    if (status >= 300) return {};
    // Without the parser's error as the cause, because it quotes the text.
    throw new PlatformError({
      failureClass: 'network',
      message: `The response is not JSON: a server between the service and ${platform} has responded.`,
    });
  }
}
