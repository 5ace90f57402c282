import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoints } from '../../src/redshift-options.ts';
import { type AwsAccount, type AwsCallSeen, createAws } from './aws-emulator.ts';
import { type AssertionContent, createOkta, type OktaUser } from './okta-emulator.ts';

/** An Okta organisation and an account of AWS on this machine. */
export interface Federation {
  readonly endpoints: Endpoints;
  readonly users: Map<string, OktaUser>;
  readonly account: AwsAccount & { readonly trust: Map<string, string> };
  /** The received calls of AWS. */
  readonly calls: readonly AwsCallSeen[];
  /** The requested paths of Okta. */
  readonly visits: readonly string[];
  /** Sets the fault of the next request whose path has this prefix. */
  failNext(path: string, fault: 'cut' | 'hang' | 'garbage' | number): void;
  /** Resolves when a request hangs. */
  hung(): Promise<void>;
  stop(): Promise<void>;
}

/** The initially assigned role. */
export const ROLE = 'arn:aws:iam::123456789012:role/redshift-setup';
const PROVIDER = 'arn:aws:iam::123456789012:saml-provider/okta';
/** The only application that is assigned. */
export const APPLICATION = 'amazon_aws/0oa1abcdEFGH2345i0x7/272';

/** Returns an administrator with all assignments, with some fields changed. */
export function userWith(changes: Partial<OktaUser> = {}, assertion: Partial<AssertionContent> = {}): OktaUser {
  return {
    password: 'Correct4Horse9Battery',
    state: 'SUCCESS',
    applications: [APPLICATION],
    assertion: {
      roles: [`${PROVIDER},${ROLE}`],
      databaseUser: 'awsuser',
      sessionName: 'service@example.com',
      endsAt: Date.now() + 300_000,
      ...assertion,
    },
    ...changes,
  };
}

/** Starts both emulators behind one port of this machine. */
export async function startFederation(): Promise<Federation> {
  const users = new Map([['service@example.com', userWith()]]);
  const account = {
    trust: new Map([[ROLE, PROVIDER]]),
    clusters: new Map([['examplecluster', ['awsuser', 'governance_service', 'service@example.com']]]),
    workgroups: new Map<string, 'allowed' | 'denied'>([['analytics', 'allowed']]),
    faults: [],
  };
  const calls: AwsCallSeen[] = [];
  const visits: string[] = [];
  const faults: { path: string; fault: 'cut' | 'hang' | 'garbage' | number }[] = [];
  const waiting: (() => void)[] = [];
  const okta = createOkta(users);
  const aws = createAws(account, calls);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', 'http://emulator');
    const at = faults.findIndex(({ path }) => url.pathname.startsWith(path));
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault === 'hang') {
      for (const resolve of waiting.splice(0)) resolve();
      return;
    }
    if (fault === 'cut') return void request.socket.destroy();
    if (fault === 'garbage') return void response.end('<html>A proxy says hello</html>');
    if (fault !== undefined) return void response.writeHead(fault).end();
    if (!url.pathname.startsWith('/aws')) visits.push(url.pathname);
    const reply = url.pathname.startsWith('/aws') ? aws(request, body) : okta(request, url, body);
    response.writeHead(reply.status, reply.headers as Record<string, string>).end(reply.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoints: {
      okta: address,
      sts: `${address}/aws/sts`,
      redshift: `${address}/aws/redshift`,
      serverless: `${address}/aws/serverless`,
    },
    users,
    account,
    calls,
    visits,
    failNext: (path, fault) => void faults.push({ path, fault }),
    hung: () => new Promise((resolve) => waiting.push(resolve)),
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
