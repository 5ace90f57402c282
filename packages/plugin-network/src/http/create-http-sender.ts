import type { PlatformError } from '@portcullis/plugin-api';
import type { Dispatcher } from 'undici';
import { proxyRefusal } from '../sockets/proxy-refusal.ts';
import type { HttpRequest, HttpResponse, HttpSender, HttpSenderOptions } from './http-sender.ts';

const DEFAULT_RESPONSE_LIMIT = 32 * 1024 * 1024;

/**
 * Creates a sender on undici, which is loaded here: TLS is verified against Node's certificates and the given ones. It
 * rejects with undici's errors, which `classifyNodeFailure` classifies, and with a PlatformError `network` if the proxy
 * refuses.
 */
export async function createHttpSender(options: HttpSenderOptions): Promise<HttpSender> {
  // Bun replaces `undici` by functions that ignore the lookup, the proxy and the certificates. It does not replace the file.
  const { request: send } = await import('undici/index.js');
  const dispatcher = await dispatcherFor(options);
  const sender = async ({ url, method, headers = {}, body, signal }: HttpRequest): Promise<HttpResponse> => {
    try {
      const response = await send(url, {
        method,
        headers,
        signal,
        dispatcher,
        ...(body === undefined ? {} : { body }),
      });
      return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
    } catch (error) {
      throw options.proxy === undefined ? error : (refusalIn(error) ?? error);
    }
  };
  return Object.assign(sender, { close: () => dispatcher.destroy() });
}

async function dispatcherFor(options: HttpSenderOptions): Promise<Dispatcher> {
  const { proxy, certificateAuthorities = [], idleTimeoutMs, responseLimit = DEFAULT_RESPONSE_LIMIT, lookup } = options;
  const { Agent, ProxyAgent } = await import('undici/index.js');
  const { rootCertificates } = await import('node:tls');
  const tls = certificateAuthorities.length > 0 ? { ca: [...rootCertificates, ...certificateAuthorities] } : {};
  const limits = {
    maxResponseSize: responseLimit,
    ...(idleTimeoutMs === undefined ? {} : { headersTimeout: idleTimeoutMs, bodyTimeout: idleTimeoutMs }),
  };
  return proxy === undefined
    ? new Agent({ connect: { ...tls, ...(lookup ? { lookup } : {}) }, ...limits })
    : new ProxyAgent({ uri: proxy, requestTls: tls, proxyTls: tls, ...limits });
}

/** undici reports a refused tunnel as an aborted request, with the status in the text only. */
function refusalIn(error: unknown): PlatformError | undefined {
  const [, tunnel, direct] =
    /Proxy response \((\d+)\)|Proxy Authentication Required \((\d+)\)/.exec(String(error)) ?? [];
  const status = tunnel ?? direct;
  return status === undefined ? undefined : proxyRefusal(Number(status));
}
