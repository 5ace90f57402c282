import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Makes a server listen on 127.0.0.1 and returns its port. */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
