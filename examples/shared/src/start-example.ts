import { createServer } from 'node:http';
import type { Portcullis } from '@portcullis/core';
import { type DataFolder, openDataFolder } from './data-folder/open-data-folder.ts';
import type { CreateHost } from './host.ts';
import { closeServer } from './lifetime/close-server.ts';
import { createCloser } from './lifetime/create-closer.ts';
import { listen } from './lifetime/listen.ts';
import { createLineLogger } from './output/create-line-logger.ts';
import type { Delivery } from './receiver/delivery.ts';
import { type Receiver, startReceiver } from './receiver/start-receiver.ts';
import type { ExampleSettings } from './settings/read-settings.ts';
import { choosePort } from './settings/requested-port.ts';
import { type DemoTarget, startDemoTarget } from './target/start-demo-target.ts';

/** A running example: the host, and the services that it needs. */
export interface RunningExample {
  /** Without a trailing slash. */
  readonly url: string;
  readonly portcullis: Portcullis;
  readonly target: DemoTarget;
  readonly receiver: Receiver;
  readonly data: DataFolder;
  /** Notes for the user, for example that a port is not the usual one. */
  readonly notes: readonly string[];
  /** Accepts no more requests, finishes running requests and deliveries, and stops all services. */
  stop(): Promise<void>;
}

/** Options of {@link startExample}. */
export interface StartOptions {
  readonly settings: Pick<ExampleSettings, 'port' | 'receiverPort' | 'targetPort' | 'dataFolder'> &
    Partial<Pick<ExampleSettings, 'deliverInThread' | 'nodes'>>;
  readonly createHost: CreateHost;
  onDelivery(delivery: Delivery): void;
}

/** Starts the receiver, the host, the demo target and the web server. If one of them fails, stops the others. */
export async function startExample({ settings, createHost, onDelivery }: StartOptions): Promise<RunningExample> {
  const closer = createCloser();
  try {
    const data = await openDataFolder(settings.dataFolder);
    const ports = {
      server: await choosePort(settings.port),
      receiver: await choosePort(settings.receiverPort),
      target: await choosePort(settings.targetPort),
    };
    const secret = `whsec_${await data.secret('receiver-secret')}`;
    const receiver = await startReceiver({ port: ports.receiver.port, secret, onDelivery });
    closer.add(() => receiver.close());
    const target = await startDemoTarget({
      folder: data.file('target'),
      port: ports.target.port,
      superuserPassword: await data.secret('target-superuser-password'),
      administratorPassword: await data.secret('target-administrator-password'),
    });
    closer.add(() => target.stop());
    const { portcullis, listener } = await createHost({
      storeFile: data.file('portcullis.db'),
      secretKey: await data.secret('secret-key'),
      allow: [receiver.allow],
      targetPort: target.port,
      deliverInThread: settings.deliverInThread ?? false,
      ...(settings.nodes && { nodes: settings.nodes }),
      logger: createLineLogger(),
    });
    closer.add(() => portcullis.close());
    const server = createServer(listener);
    const port = await listen(server, ports.server.port);
    // The open connections are last: until then, streams end, and requests and deliveries in flight are finished.
    closer.add(() => closeServer(server, () => portcullis.close()));
    const notes = Object.entries({ ...ports, data: { note: target.note } }).flatMap(([what, { note }]) =>
      note === undefined ? [] : [`${what}: ${note}`],
    );
    return { url: `http://127.0.0.1:${port}`, portcullis, target, receiver, data, notes, stop: () => closer.close() };
  } catch (error) {
    await closer.close();
    throw error;
  }
}
