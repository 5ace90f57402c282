import type { HostCredentials } from './aws-calls.ts';
import { type ClientSettings, requestHandlerOf } from './client-settings.ts';

/** The default chain of the SDK, with connections of its own. */
export interface DefaultChain {
  readonly credentials: HostCredentials;
  close(): void;
}

/**
 * Creates the default chain of the SDK for a proxy or for further certificates. By itself, the chain takes the agent of a client for STS only,
 * and contacts IAM Identity Center without it.
 *
 * @returns `undefined` without an agent: each client then uses the chain itself.
 */
export async function createDefaultChain({
  createAgent,
  ...settings
}: Pick<ClientSettings, 'createAgent' | 'requestTimeoutMs'>): Promise<DefaultChain | undefined> {
  if (!createAgent) return undefined;
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node');
  const agent = createAgent();
  return {
    // Without a region: that of the directory is in the profile, and that of STS is the region of the client.
    credentials: defaultProvider({ clientConfig: { requestHandler: requestHandlerOf(settings, agent) } }),
    close: () => agent.destroy(),
  };
}
