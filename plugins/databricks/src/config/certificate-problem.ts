import { builtIns } from '../built-ins.ts';

/** What is wrong with the private key and certificate of an OAuth client, or `undefined`. */
export function certificateProblem(pem: string): string | undefined {
  try {
    const key = builtIns.crypto.createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'rsa') return 'The private key of the client is no RSA key.';
    const certificate = new builtIns.crypto.X509Certificate(pem);
    return certificate.checkPrivateKey(key) ? undefined : 'The certificate does not belong to the private key.';
  } catch {
    return 'With useCertificate, send the private key and the certificate of the client, both as PEM.';
  }
}
