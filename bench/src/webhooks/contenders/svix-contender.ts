import { Agent, request } from 'undici';
import type { Contender, ContenderOrder } from './contender.ts';
import { endpointOf, peerDelivery, SECRET } from './deliveries.ts';

const EVENT_TYPE = 'bench.sent';
/** The channel of all endpoints. */
const SHARED_CHANNEL = 'all';

/**
 * A client of the Svix server, which is a separate process. It has one application with an endpoint for each URL. A
 * message goes to the endpoints of its channel. The client does not receive the end of a delivery.
 */
export async function createSvixContender({ urls, svix }: ContenderOrder): Promise<Contender> {
  if (!svix) throw new Error('There is no server of Svix.');
  const dispatcher = new Agent({ connections: 64, pipelining: 1 });
  const post = async (path: string, body: string): Promise<unknown> => {
    const response = await request(`${svix.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${svix.token}`, 'content-type': 'application/json' },
      body,
      dispatcher,
    });
    const text = await response.body.text();
    if (response.statusCode > 299) throw new Error(`Svix answered ${response.statusCode} to ${path}: ${text}`);
    return JSON.parse(text);
  };
  const { id } = (await post('app/', JSON.stringify({ name: 'bench' }))) as { readonly id: string };
  for (const [endpoint, url] of urls.entries()) {
    const channels = [channelOf(endpoint), SHARED_CHANNEL];
    await post(`app/${id}/endpoint/`, JSON.stringify({ url, channels, secret: SECRET }));
  }
  const send = async (number: number, channel: string): Promise<void> => {
    const frame = JSON.stringify({ eventType: EVENT_TYPE, channels: [channel] });
    const { body } = peerDelivery(number, urls.length);
    // Avoids parsing and serialising the payload again.
    await post(`app/${id}/msg/?with_content=false`, `${frame.slice(0, -1)},"payload":${body}}`);
  };

  return {
    reportsEnd: false,
    async fill() {
      throw new Error('Svix cannot store messages without sending them.');
    },
    async begin() {},
    async halt() {},
    publish: (number) => send(number, channelOf(endpointOf(number, urls.length))),
    publishToAll: (notification) => send(notification, SHARED_CHANNEL),
    close: () => dispatcher.close(),
  };
}

function channelOf(endpoint: number): string {
  return `endpoint-${endpoint}`;
}
