import { PlatformError } from '@portcullis/plugin-api';
import { createHttpSender } from './create-http-sender.ts';
import type { HttpRequest, HttpSenderOptions } from './http-sender.ts';

/** An answer, whatever its status. */
export interface JsonAnswer {
  readonly status: number;
  /** Its JSON; `{}` where there is none. */
  readonly body: unknown;
}

/** Sends requests that are answered with JSON. Redirects are answers like any other: what is sent holds a credential. */
export interface JsonSender {
  (request: HttpRequest): Promise<JsonAnswer>;
  /** Ends what is under way and closes what is kept open. */
  close(): Promise<void>;
}

/** Options of a sender for JSON. */
export interface JsonSenderOptions extends HttpSenderOptions {
  /** The name of the service for users, in messages. */
  readonly platform: string;
}

/** Makes a sender that reads JSON. It rejects as {@link createHttpSender} does, and with a PlatformError `network` for a page. */
export async function createJsonSender({ platform, ...options }: JsonSenderOptions): Promise<JsonSender> {
  const send = await createHttpSender(options);
  const sender = async (request: HttpRequest): Promise<JsonAnswer> => {
    const { status, text } = await send(request);
    return { status, body: parse(text, status, platform) };
  };
  return Object.assign(sender, { close: () => send.close() });
}

/** A page of something in between is understood by its status, unless that says that all is well. */
function parse(text: string, status: number, platform: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    if (status >= 300) return {};
    // Not as the cause: a parser quotes what it could not read.
    throw new PlatformError({
      failureClass: 'network',
      message: `The answer is not JSON: something between the service and ${platform} answered instead.`,
    });
  }
}
