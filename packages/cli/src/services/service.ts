import type { PortcullisClient } from '@portcullis/client';

/** A service that answers the API: a server, or an instance in this process. */
export interface Service extends AsyncDisposable {
  readonly client: PortcullisClient;
  /** For messages. */
  readonly name: string;
}
