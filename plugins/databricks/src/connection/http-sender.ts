import { PlatformError } from '@portcullis/plugin-api';
import type { Settings } from '../settings.ts';

/** One request. */
interface HttpRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** An answer, whatever its status. `body` is its JSON. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends requests. Redirects are answers like any other: what is sent holds a credential. */
export interface HttpSender {
  (request: HttpRequest): Promise<HttpAnswer>;
  /** Closes what is kept open. */
  close(): Promise<void>;
}

/** The most bytes of an answer. Results that stand in the answer end at 25 MiB. Source: "Statement Execution API", disposition. */
const ANSWER_LIMIT = 32 * 1024 * 1024;

/** Makes a sender: TLS verified against Node's certificates and the given ones, through the proxy if there is one. */
export async function createHttpSender({
  proxy,
  certificateAuthorities,
  requestTimeoutMs,
}: Pick<Settings, 'proxy' | 'certificateAuthorities' | 'requestTimeoutMs'>): Promise<HttpSender> {
  const { Agent, ProxyAgent, request: send } = await import('undici');
  const { rootCertificates } = await import('node:tls');
  const tls = certificateAuthorities.length > 0 ? { ca: [...rootCertificates, ...certificateAuthorities] } : {};
  const limits = { maxResponseSize: ANSWER_LIMIT, headersTimeout: requestTimeoutMs, bodyTimeout: requestTimeoutMs };
  const dispatcher =
    proxy === undefined
      ? new Agent({ connect: tls, ...limits })
      : new ProxyAgent({ uri: proxy, requestTls: tls, proxyTls: tls, ...limits });
  const sender = async ({ url, method, headers, body, signal }: HttpRequest): Promise<HttpAnswer> => {
    const answer = await send(url, { method, headers, signal, dispatcher, ...(body === undefined ? {} : { body }) });
    return { status: answer.statusCode, body: parse(await answer.body.text(), answer.statusCode) };
  };
  return Object.assign(sender, { close: () => dispatcher.destroy() });
}

/** A page of something in between is understood by its status, unless that says that all is well. */
function parse(text: string, status: number): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    if (status >= 300) return {};
    // Not as the cause: a parser quotes what it could not read.
    throw new PlatformError({
      failureClass: 'network',
      message: 'The answer is no JSON: something between here and Databricks answered in its place.',
    });
  }
}
