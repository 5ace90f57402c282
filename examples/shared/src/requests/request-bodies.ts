import { INTEGRATION_STATUS_CHANGED } from '@portcullis/core';
import type { Receiver } from '../receiver/start-receiver.ts';
import type { DemoTarget } from '../target/start-demo-target.ts';

/** The credentials for the set-up of the demo target, in the form of the body of DELETE. */
export function credentialsBody({ administrator }: DemoTarget) {
  return { authenticationType: 'userPassword', ...administrator };
}

/** An integration with the demo target that the service sets up itself. */
export function integrationBody(target: DemoTarget, database: string) {
  const { host, port, initialDatabase } = target;
  return {
    type: 'Redshift',
    autoBootstrap: true,
    config: { host, port, database, initialDatabase, ...credentialsBody(target) },
  };
}

/** A webhook that notifies the receiver of every change of an integration's status. */
export function webhookBody({ url, secret }: Receiver) {
  const notificationType = [INTEGRATION_STATUS_CHANGED.kind];
  return { webhooks: [{ name: 'Receiver', url, secret, global: true, notificationType, actionType: 'triggered' }] };
}
