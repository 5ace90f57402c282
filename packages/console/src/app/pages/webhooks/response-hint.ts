/**
 * Returns the probable reason of a response to a test, with its remedy; undefined if the response itself says enough.
 *
 * @param hasSecret - true if the test was signed; undefined if that is unknown.
 */
export function responseHint(statusCode: number, hasSecret: boolean | undefined): string | undefined {
  if (statusCode !== 401) return undefined;
  const reason = 'The receiver responded with 401: it is probably the secret.';
  if (hasSecret === false)
    return `${reason} The test was not signed. Enter the secret with which the receiver verifies.`;
  return `${reason} Check that the receiver verifies with the same secret as this webhook, or enter a new one on both sides.`;
}
