import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type PlatformError, REDACTION_MARKER } from '@portcullis/plugin-api';
import type { Dispatcher } from 'undici';
import { proxyRefusal } from '../sockets/proxy-refusal.ts';
import { DEFAULT_RESPONSE_LIMIT } from '../sockets/response-too-long.ts';
import { decodedContent } from './decoded-content.ts';
import type { HttpRequest, HttpResponse, HttpSender, HttpSenderOptions } from './http-sender.ts';
import { requestedWait } from './requested-wait.ts';

/** Maximum duration of the waits that a server requests for one request, in milliseconds. */
const MAX_WAIT_MS = 30_000;
/** Maximum number of retries that a server requests for one request. */
const MAX_RETRIES = 3;
/** Minimum number of characters of a redacted credential, because a shorter one could be a part of other words. */
const MIN_CREDENTIAL_LENGTH = 8;

/**
 * Creates a sender on undici, which is loaded here: TLS is verified against Node's certificates and the given ones. It
 * rejects with undici's errors, which `classifyNodeFailure` classifies, and with a PlatformError `network` if the proxy
 * refuses. A request that the server has limited is repeated after the wait that the server requests, if that is short.
 */
export async function createHttpSender(options: HttpSenderOptions): Promise<HttpSender> {
  // Bun replaces `undici` by functions that ignore the lookup, the proxy and the certificates. It does not replace the file.
  const { request: send, errors } = await import('undici/index.js');
  const { responseLimit: limit = DEFAULT_RESPONSE_LIMIT } = options;
  const tooLarge = () => new errors.ResponseExceededMaxSizeError();
  const dispatcher = await dispatcherFor(options);
  const sendOnce = async ({ url, method, headers = {}, body, signal }: HttpRequest): Promise<HttpResponse> => {
    try {
      const response = await send(url, {
        method,
        headers,
        signal,
        dispatcher,
        ...(body === undefined ? {} : { body }),
      });
      const { statusCode: status, headers: received, body: content } = response;
      const coding = received['content-encoding'];
      const text =
        typeof coding === 'string' && coding !== '' && coding !== 'identity'
          ? (await decodedContent(await content.bytes(), { coding, limit, tooLarge })).toString()
          : await content.text();
      return { status, headers: received, text: withoutCredential(text, headers) };
    } catch (error) {
      throw options.proxy === undefined ? error : (refusalIn(error) ?? error);
    }
  };
  const sender = async (request: HttpRequest): Promise<HttpResponse> => {
    await checkAddress(request, options);
    let left = MAX_WAIT_MS;
    for (let retries = 0; ; retries += 1) {
      const response = await sendOnce(request);
      const wait = requestedWait(request, response);
      if (wait === undefined || wait > left || retries === MAX_RETRIES) return response;
      left -= wait;
      await pause(wait, undefined, { signal: request.signal });
    }
  };
  return Object.assign(sender, { close: () => dispatcher.destroy() });
}

/**
 * Replaces the credential of a request in its response. Plugins quote responses in messages, and the engine does not know issued
 * tokens.
 */
function withoutCredential(text: string, { authorization = '' }: NonNullable<HttpRequest['headers']>): string {
  const credential = authorization.split(' ').at(-1) ?? '';
  return credential.length < MIN_CREDENTIAL_LENGTH ? text : text.replaceAll(credential, REDACTION_MARKER);
}

/**
 * Checks a host that is an address, also with a proxy. Connections look up only names, so that a lookup that refuses addresses would not
 * be asked about it.
 */
async function checkAddress({ url }: HttpRequest, { lookup }: HttpSenderOptions): Promise<void> {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (lookup === undefined || isIP(host) === 0) return;
  await new Promise<void>((resolve, reject) => {
    lookup(host, { all: true }, (error) => (error ? reject(error) : resolve()));
  });
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
