import type { Agent } from 'node:https';
import type { Settings } from '../settings.ts';

/**
 * Returns a function that creates the agent of a client, or undefined for the agent of the SDK. Each client gets its own, because the SDK
 * destroys the agent when the client ends.
 */
export async function agentFactoryFor({
  proxy,
  certificateAuthorities,
}: Pick<Settings, 'proxy' | 'certificateAuthorities'>): Promise<(() => Agent) | undefined> {
  if (proxy !== undefined) {
    const { createTunnelAgent } = await import('@portcullis/plugin-network');
    return () => createTunnelAgent({ proxy, certificateAuthorities });
  }
  if (certificateAuthorities.length === 0) return undefined;
  const [https, { rootCertificates }] = await Promise.all([import('node:https'), import('node:tls')]);
  return () => new https.Agent({ keepAlive: true, ca: [...rootCertificates, ...certificateAuthorities] });
}
