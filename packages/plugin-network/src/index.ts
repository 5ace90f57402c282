/**
 * The network functions of a Portcullis plugin. Import the package where connections are opened, not where the plugin
 * is declared: it loads modules that hosts do not need for importing the plugin.
 *
 * @packageDocumentation
 */
export { guardedLookup } from './addresses/guarded-lookup.ts';
export { isLocalAddress } from './addresses/local-address.ts';
export { isPublicAddress } from './addresses/public-address.ts';
export { createHttpSender } from './http/create-http-sender.ts';
export {
  createJsonSender,
  type JsonResponse,
  type JsonSender,
  type JsonSenderOptions,
} from './http/create-json-sender.ts';
export type { HttpRequest, HttpResponse, HttpSender, HttpSenderOptions } from './http/http-sender.ts';
export { readPages } from './http/read-pages.ts';
export { checkIdentityProvider, type IdentityProviderCheck } from './oauth/check-identity-provider.ts';
export {
  type AccessTokenProvider,
  createAccessTokenProvider,
  type IssuedToken,
} from './oauth/create-access-token-provider.ts';
export { type ClientAssertionOptions, signClientAssertion } from './oauth/sign-client-assertion.ts';
export { guardPostgresConnection, type PostgresGuardOptions } from './postgres/guard-postgres-connection.ts';
export { untilVisible, type VisibilityOptions } from './retry/until-visible.ts';
export { type Classify, isTransient, type RetryOptions, withRetry } from './retry/with-retry.ts';
export { createSocketOpener, type OpenSocket, type SocketOpenerOptions } from './sockets/create-socket-opener.ts';
export { createTunnelAgent } from './sockets/create-tunnel-agent.ts';
export { openTunnel, type Tunnel } from './sockets/open-tunnel.ts';
export { withinResponseLimit } from './sockets/response-limit.ts';
export { createInFlight, type InFlight } from './statements/in-flight.ts';
export { runSubmitted, type SubmittedStatement } from './statements/run-submitted.ts';
