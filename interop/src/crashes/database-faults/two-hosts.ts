import type { HostSetup } from './host-protocol.ts';
import { type Host, startHost } from './hosts.ts';
import { countCopies, countLost, createReceiverLogs, type ReceiverLogs } from './receiver-logs.ts';

/** Two hosts on one database, and receivers that outlive them. */
export interface TwoHosts {
  readonly hosts: readonly [Host, Host];
  readonly receivers: ReceiverLogs;
  /** Waits until all published notifications have arrived, closes everything, and returns the result. */
  end(): Promise<TwoHostsEnd>;
}

/** The final logs of the receivers. */
export interface TwoHostsEnd {
  readonly published: number;
  readonly refused: number;
  /** Deliveries of published notifications that did not arrive. */
  readonly lost: number;
  /** Requests that repeated another one. */
  readonly copies: number;
  /** One line for each violated condition. */
  readonly failures: readonly string[];
}

const TIMEOUT_MS = 90_000;
const SCAN_MS = 250;
/** Codes with which a publication may be refused while its database is unavailable. */
const EXPECTED =
  /^(STORE_CONNECTION_LOST|STORE_LOCK_TIMEOUT|57P0[1-3]|ECONNREFUSED|ECONNRESET|PROTOCOL_CONNECTION_LOST|Error: (Connection terminated|timeout exceeded))/;

/** Starts two hosts. */
export async function startTwoHosts(setup: HostSetup, receiverCount = 4): Promise<TwoHosts> {
  const receivers = await createReceiverLogs(receiverCount);
  const first = await startHost('host-1', setup);
  const second = await startHost('host-2', setup);
  const subscribed = first.reported('subscribed');
  first.send({ kind: 'subscribe', urls: receivers.logs.map(({ url }) => url) });
  await subscribed;
  const hosts = [first, second] as const;
  const published = (): readonly string[] => hosts.flatMap(({ taken }) => [...taken.keys()]);
  return {
    hosts,
    receivers,
    async end() {
      for (const host of hosts) if (host.death === undefined) host.send({ kind: 'stop-publishing' });
      const deadline = performance.now() + TIMEOUT_MS;
      const lost = (): number => countLost(receivers, published());
      // Publications in progress may still be accepted. The end is reached when two successive checks find nothing
      // missing.
      for (let quiet = 0; quiet < 4 && performance.now() < deadline; quiet = lost() === 0 ? quiet + 1 : 0) {
        await new Promise((resolve) => setTimeout(resolve, SCAN_MS));
      }
      await Promise.all(hosts.map((host) => host.close()));
      await receivers.close();
      const codes = new Map(hosts.flatMap(({ refused }) => [...refused]));
      const missing = lost();
      return {
        published: published().length,
        refused: hosts.flatMap(({ refused }) => [...refused.values()]).reduce((sum, count) => sum + count, 0),
        lost: missing,
        copies: countCopies(receivers),
        failures: [
          ...hosts.flatMap(({ death }, index) => (death === undefined ? [] : [`host ${index + 1} is dead: ${death}`])),
          ...[...codes.keys()]
            .filter((code) => !EXPECTED.test(code))
            .map((code) => `a publication failed with ${code}`),
          ...(missing > 0 ? [`${missing} deliveries never arrived`] : []),
          ...(published().length === 0 ? ['nothing was published'] : []),
        ],
      };
    },
  };
}
