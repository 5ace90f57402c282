import type { PortcullisClient } from '@portcullis/client';

/** A service that answers the API: a server, or an instance in this process. */
export interface Service extends AsyncDisposable {
  readonly client: PortcullisClient;
  /** The name of the service, for messages. */
  readonly name: string;
}
