/**
 * The process of a receiver. It takes a {@link ReceiverOrder}, responds with a {@link ReceiverStart}, then with the received
 * deliveries. It ends with its parent.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { raisePriority } from '../raise-priority.ts';
import type { Arrival, KeptRequest, ReceiverOrder, ReceiverStart } from './node-receiver.ts';

const ids: string[] = [];
let lastArrivalAt = 0;
const arrivals: Arrival[] = [];
const requests: KeptRequest[] = [];

const responses = {
  ids: () => ids.splice(0),
  lastArrivalAt: () => lastArrivalAt,
  arrivals: () => arrivals.splice(0),
  requests: () => requests.splice(0),
};

function arrived({ headers, socket }: IncomingMessage): void {
  ids.push(`${headers['webhook-id'] ?? '-'} ${socket.localPort}`);
  lastArrivalAt = Date.now();
}

function plain(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  request.on('end', () => {
    arrived(request);
    response.end();
  });
}

function attentive(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const at = Number(process.hrtime.bigint() / 1000n);
    response.end();
    const body = Buffer.concat(chunks).toString('utf8');
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    arrived(request);
    arrivals.push({ number: Number(/"number":(\d+)/.exec(body)?.[1]), at });
    requests.push({ headers, body });
  });
}

function silent(request: IncomingMessage): void {
  request.resume();
}

const [order] = (await once(process, 'message')) as [ReceiverOrder];
const listener: RequestListener = order.silent ? silent : order.attentive ? attentive : plain;
const server = order.tls
  ? // Its requests and responses of HTTP/2 have the same methods as those of node:http.
    createSecureServer({ ...order.tls, allowHTTP1: true }).on('request', listener as never)
  : createServer(listener);
// Connections are idle between the measurements of a contender.
Object.assign(server, { keepAliveTimeout: 0, requestTimeout: 0 });
const ports: number[] = [];
for (let endpoint = 0; endpoint < order.endpoints; endpoint += 1) {
  const sockets = createSocketServer((socket) => server.emit('connection', socket)).listen(0, '127.0.0.1');
  await once(sockets, 'listening');
  ports.push((sockets.address() as AddressInfo).port);
}
process.on('message', (question: keyof typeof responses) => process.send?.(responses[question]()));
process.once('disconnect', () => process.exit());
const first = order.first === true && raisePriority() !== undefined;
process.send?.({ ports, first } satisfies ReceiverStart);
