import { BLOCKED, failed, UNKNOWN_NAME } from '../ends.ts';
import type { FaultGroup } from '../receiver-fault.ts';

const host = 'receiver.example';
const loopback = { address: '127.0.0.1', family: 4 };
const elsewhere = { address: '93.184.215.14', family: 4 };

/** Fails like the resolver of the system. */
const fails = (code: string) => () => Promise.reject(Object.assign(new Error(`The look-up ended: ${code}.`), { code }));

/** Faults in resolving the name of a receiver. All look-ups are injected, and none leaves the machine. */
export const NAME_FAULTS: FaultGroup = {
  title: 'The name',
  faults: [
    { name: 'does not exist (NXDOMAIN)', host, resolve: fails('ENOTFOUND'), end: UNKNOWN_NAME },
    { name: 'cannot be found now (SERVFAIL)', host, resolve: fails('EAI_AGAIN'), end: failed('EAI_AGAIN', 'dns') },
    {
      name: 'is looked up without end',
      host,
      resolve: () => new Promise(() => {}),
      untilDeadline: true,
      end: failed('ETIMEDOUT', 'dns'),
    },
    { name: 'has no address', host, resolve: async () => [], end: BLOCKED },
    { name: 'has a private address', host, resolve: async () => [{ address: '10.0.0.1', family: 4 }], end: BLOCKED },
    { name: 'has a public and a private address', host, resolve: async () => [elsewhere, loopback], end: BLOCKED },
    {
      name: 'has the address of a metadata service',
      host,
      resolve: async () => [{ address: '169.254.169.254', family: 4 }],
      end: BLOCKED,
    },
    { name: 'is a private address itself', host: '192.168.0.1', end: BLOCKED },
  ],
};
