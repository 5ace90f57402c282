import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BeforeApplicationShutdown, DynamicModule } from '@nestjs/common';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Portcullis } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { EchoController } from './echo-controller.ts';
import type { HostOptions, RunningHost } from './host.ts';
import { endConnections } from './shut-down.ts';

/** The token to inject the instance with. */
export const PORTCULLIS = Symbol('Portcullis');

/** The hook that Nest calls before it closes its server and waits for connections. */
class PortcullisLifetime implements BeforeApplicationShutdown {
  readonly #portcullis: Portcullis;
  readonly #adapter: HttpAdapterHost;

  constructor(portcullis: Portcullis, adapter: HttpAdapterHost) {
    this.#portcullis = portcullis;
    this.#adapter = adapter;
  }

  async beforeApplicationShutdown(): Promise<void> {
    const server: Server = this.#adapter.httpAdapter.getHttpServer();
    server.close(); // No new connections. Nest waits for the open ones.
    try {
      await this.#portcullis.close(); // Ends streams, and waits for running requests and deliveries.
    } finally {
      endConnections(server);
    }
  }
}

class AppModule {}

/** The module of the application, with the instance as a provider. */
function appModule(portcullis: Portcullis): DynamicModule {
  return {
    module: AppModule,
    controllers: [EchoController],
    providers: [
      { provide: PORTCULLIS, useValue: portcullis },
      {
        provide: PortcullisLifetime,
        useFactory: (instance: Portcullis, adapter: HttpAdapterHost) => new PortcullisLifetime(instance, adapter),
        inject: [PORTCULLIS, HttpAdapterHost],
      },
    ],
    exports: [PORTCULLIS],
  };
}

/** A NestJS application with Portcullis in it, on its Express platform. */
export async function startNest({ portcullis, authenticate, port }: HostOptions): Promise<RunningHost> {
  const app = await NestFactory.create<NestExpressApplication>(appModule(portcullis), { logger: false });
  // Here, the mount runs before the body parsers of Nest.
  app.use('/governance', portcullisExpress(createHttpHandler(portcullis, { authenticate })));

  await app.listen(port, '127.0.0.1');
  const server: Server = app.getHttpServer();
  return { port: (server.address() as AddressInfo).port, close: () => app.close() };
}
