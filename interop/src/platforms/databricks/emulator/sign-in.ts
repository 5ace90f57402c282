import { randomUUID } from 'node:crypto';
import type { Account } from './account.ts';
import { Refusal, refusals } from './refusal.ts';
import type { ApiResponse } from './request.ts';

/** The credentials that the workspace accepts. */
export interface SignIn {
  /** Personal access tokens, by token. */
  readonly tokens: Map<string, { readonly principal: string; expired?: boolean }>;
  /** OAuth secrets of service principals, by application id. */
  readonly secrets: Map<string, string>;
  /** Ends every issued OAuth access token. */
  expireAccessTokens(): void;
  /** The token endpoint. */
  token(authorization: string | undefined, form: URLSearchParams): ApiResponse;
  /** Returns the principal that sends a request. */
  principalOf(authorization: string | undefined): string;
}

/** The lifetime of an access token, in seconds. */
const LIFETIME = 3600;

/**
 * Sign-in by personal access token and by OAuth client credentials. Sources: "Authenticate with Databricks personal access tokens";
 * "Authorize service principal access to Databricks with OAuth", Manually generate and use access tokens; RFC 6749, 5.2 for the refusals
 * of the token endpoint.
 */
export function createSignIn(account: Account): SignIn {
  const tokens: SignIn['tokens'] = new Map();
  const secrets: SignIn['secrets'] = new Map();
  const accessTokens = new Map<string, { readonly principal: string; expired: boolean }>();

  const refuse = (status: number, error: string, description: string): ApiResponse => ({
    status,
    body: { error, error_description: description },
  });

  return {
    tokens,
    secrets,
    expireAccessTokens() {
      for (const each of accessTokens.values()) each.expired = true;
    },
    token(authorization, form) {
      const [, basic] = /^Basic (.+)$/.exec(authorization ?? '') ?? [];
      const [id = '', secret = ''] = basic
        ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
        : [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
      if (form.get('grant_type') !== 'client_credentials')
        return refuse(400, 'unsupported_grant_type', 'The grant type is not supported.');
      if (form.get('scope') !== 'all-apis') return refuse(400, 'invalid_scope', 'The scope is not known.');
      if (!account.principals.has(id) || secrets.get(id) !== secret)
        return refuse(401, 'invalid_client', 'Client authentication failed');
      const token = `eyJ${randomUUID()}`;
      accessTokens.set(token, { principal: id, expired: false });
      return {
        status: 200,
        body: { access_token: token, token_type: 'Bearer', expires_in: LIFETIME, scope: 'all-apis' },
      };
    },
    principalOf(authorization) {
      const [, bearer] = /^Bearer (.+)$/.exec(authorization ?? '') ?? [];
      if (bearer === undefined) throw refusals.noCredential();
      const known = tokens.get(bearer) ?? accessTokens.get(bearer);
      if (!known) throw refusals.badToken();
      if (known.expired) throw accessTokens.has(bearer) ? refusals.expiredToken() : refusals.badToken();
      if (!account.principals.has(known.principal))
        throw new Refusal('PERMISSION_DENIED', 'This API is disabled for users without access to the workspace.', 403);
      return known.principal;
    },
  };
}
