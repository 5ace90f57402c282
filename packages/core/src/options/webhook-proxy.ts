import { ServiceError } from '../kernel/errors/service-error.ts';

/** A proxy that all deliveries go through. */
export interface WebhookProxy {
  /** `http://host:port`, or `https://` where the proxy itself speaks TLS. The host names it, so it may be private. */
  readonly url: string;
  /** The value of `Proxy-Authorization`, for example `Basic dXNlcjpwYXNz`. @default none is sent */
  readonly authorization?: string;
  /**
   * True to look up and check names here before the proxy gets them. The proxy looks them up again and may find other
   * addresses, so it must refuse private ones by itself. Set it to false only where the proxy alone can resolve outside
   * names.
   *
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
