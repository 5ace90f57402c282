/** A response over HTTP. */
export interface GivenResponse {
  readonly status: number;
  readonly body: unknown;
}

/**
 * A failure in the shape of BigQuery. Source: https://cloud.google.com/bigquery/docs/error-messages (error table, ErrorProto).
 */
export function bigqueryError(status: number, reason: string, message: string): GivenResponse {
  return { status, body: { error: { code: status, message, errors: [{ message, domain: 'global', reason }] } } };
}

/**
 * A failure in the shape of Google's newer APIs. Source: https://cloud.google.com/apis/design/errors (google.rpc.Status with
 * google.rpc.ErrorInfo).
 */
export function googleError(status: number, name: string, reason: string, message: string): GivenResponse {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }];
  return { status, body: { error: { code: status, message, status: name, details } } };
}

/**
 * A failure of the token endpoint. Source: https://developers.google.com/identity/protocols/oauth2/service-account#error-codes.
 */
export function tokenError(error: string, description: string): GivenResponse {
  return { status: 400, body: { error, error_description: description } };
}
