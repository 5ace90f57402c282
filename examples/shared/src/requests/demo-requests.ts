import type { Portcullis } from '@portcullis/core';
import type { DataFolder } from '../data-folder/open-data-folder.ts';
import type { Receiver } from '../receiver/start-receiver.ts';
import type { DemoTarget } from '../target/start-demo-target.ts';
import type { DemoRequest } from './demo-request.ts';
import { nextIntegrationId, nextRecordId } from './next-ids.ts';
import { credentialsBody, integrationBody, webhookBody } from './request-bodies.ts';

/** The objects that the requests refer to. */
export interface RequestSubjects {
  readonly portcullis: Portcullis;
  readonly target: DemoTarget;
  readonly receiver: Receiver;
  readonly data: DataFolder;
  /** The name of the managed database. */
  readonly database: string;
}

/** The requests of a first tour, in order. Bodies with passwords go into files that only their owner can read. */
export async function demoRequests({
  portcullis,
  target,
  receiver,
  data,
  database,
}: RequestSubjects): Promise<readonly DemoRequest[]> {
  const id = await nextIntegrationId(portcullis);
  const record = await nextRecordId(portcullis);
  const file = async (name: string, content: unknown) => ({ file: await data.writeJson(['requests', name], content) });
  const integration = await file('integration.json', integrationBody(target, database));
  const webhook = await file('webhook.json', webhookBody(receiver));
  const credentials = await file('credentials.json', credentialsBody(target));
  const one = `/integrations/${id}`;
  return [
    { title: 'Dry run: tests and plan', method: 'POST', path: '/integrations?dryRun=true', body: integration },
    { title: 'Register the receiver', method: 'POST', path: '/webhooks', body: webhook },
    { title: 'Create', method: 'POST', path: '/integrations', body: integration },
    { title: 'Poll until it is enabled', method: 'GET', path: `${one}/status`, while: '"creating"' },
    { title: 'Get', method: 'GET', path: one },
    { title: 'List', method: 'GET', path: '/integrations' },
    { title: 'What was delivered', method: 'GET', path: '/webhooks/history?includeGlobal=true' },
    { title: 'Deliver again', method: 'POST', path: `/webhooks/history/retry/${record}` },
    { title: 'Create for Trino', method: 'POST', path: '/integrations', body: { json: '{"type":"Trino"}' } },
    { title: 'Key and files for the cluster', method: 'GET', path: `/integrations/${id + 1}/client-setup` },
    { title: 'Delete', method: 'DELETE', path: one, body: credentials },
    { title: 'Poll until it is deleted', method: 'GET', path: `${one}/status`, while: '"deleting"' },
  ];
}
