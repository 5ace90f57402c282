import type { PortcullisOptions } from '../../options/portcullis-options.ts';
import type { WebhookOptions } from '../../options/webhook-options.ts';

/** Options of `runDispatcher`: the parts that consist of functions and cannot come from the main thread. */
export interface RunDispatcherOptions
  extends Pick<PortcullisOptions, 'store' | 'secretKeys' | 'transport' | 'clock' | 'random'>,
    Pick<WebhookOptions, 'traceContext'> {}
