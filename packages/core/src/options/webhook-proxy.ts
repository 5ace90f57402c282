import { ServiceError } from '../kernel/errors/service-error.ts';

/** A proxy for all deliveries. */
export interface WebhookProxy {
  /** `http://host:port`, or `https://` if the proxy itself uses TLS. The host configures it, so its address can be private. */
  readonly url: string;
  /**
   * The value of `Proxy-Authorization`, for example `Basic dXNlcjpwYXNz`.
   * @remarks Set it if the proxy asks for a password.
   * @default none is sent
   */
  readonly authorization?: string;
  /**
   * True to resolve and check names before the proxy gets them. The proxy resolves them again and can find other addresses, so
   * it must refuse private ones itself. Set it to false only if only the proxy can resolve public names.
   * @remarks Set it to false if only the proxy can resolve public names.
   * @default true
   */
  readonly lookUp?: boolean;
}

/** A proxy as connections are made to it. */
export interface ProxyAddress {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly authorization: string | undefined;
  readonly lookUp: boolean;
}

/**
 * Reads the option.
 *
 * @throws ServiceError `OPTIONS_INVALID` when the URL is not one of a proxy.
 */
export function proxyAddress({ url: text, authorization, lookUp = true }: WebhookProxy): ProxyAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure = url?.protocol === 'https:';
  if (!url || (!secure && url.protocol !== 'http:') || url.username !== '' || url.password !== '') {
    const message =
      'webhooks.proxy.url must be http://host:port or https://host:port, without a password: that goes into authorization.';
    throw new ServiceError('OPTIONS_INVALID', message);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(url.port) || (secure ? 443 : 80), secure, authorization, lookUp };
}
