/**
 * Returns the problem with the private key and the certificate with which an OAuth client signs in (RFC 7523), or
 * `undefined`. For the schema of a config: a pair that could not sign an assertion is rejected before a request is
 * sent.
 *
 * @param pem - both, one after the other.
 */
export function clientCertificateProblem(pem: string): string | undefined {
  // Loaded on the first use: a host that only imports a plugin does not need it.
  const { createPrivateKey, X509Certificate } = process.getBuiltinModule('node:crypto');
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'rsa') return 'The private key of the client is not an RSA key.';
    const certificate = new X509Certificate(pem);
    return certificate.checkPrivateKey(key) ? undefined : 'The certificate does not belong to the private key.';
  } catch {
    return 'With useCertificate, send the private key and the certificate of the client, both as PEM.';
  }
}
