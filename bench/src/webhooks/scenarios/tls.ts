import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spreadOf } from '../../report/spread.ts';
import type { ContenderName, TlsOrder } from '../contenders/contender.ts';
import type { ReceiverOrder } from '../receivers/node-receiver.ts';
import type { Receiver } from '../receivers/receiver.ts';
import { checkReceived } from './check-received.ts';
import { knownMicros, measureCost, type ProcessorCost } from './processor-cost.ts';
import { type Bench, orderOf, type Scenario } from './scenario.ts';
import { warmUp, withContender } from './with-contender.ts';

/** Few, because each instance of the library opens new connections. */
const ENDPOINTS = 10;
const RECEIVER: ReceiverOrder = { endpoints: ENDPOINTS, silent: false, attentive: false };
const CERTIFICATES = join(import.meta.dirname, '../../../../packages/core/tests/certificates');
const NAME = 'receiver.example';

interface SecureVariant {
  readonly name: string;
  readonly contender: ContenderName;
  /** Undefined for http. */
  readonly tls?: Omit<TlsOrder, 'ca'>;
}

const OURS: SecureVariant = { name: 'Portcullis, http', contender: 'portcullis-sqlite' };
const BARE: SecureVariant = { name: 'bare undici, http', contender: 'bare' };

const COMPARED: readonly SecureVariant[] = [
  OURS,
  { ...OURS, name: 'Portcullis, https', tls: { connections: 'kept' } },
  { ...OURS, name: 'Portcullis, https, new connections', tls: { connections: 'new' } },
  BARE,
  { ...BARE, name: 'bare undici, https', tls: { connections: 'kept' } },
  { ...BARE, name: 'bare undici, https, new connections', tls: { connections: 'new' } },
  { ...BARE, name: 'bare undici, https by HTTP/2', tls: { connections: 'kept', http2: true } },
];

interface Round {
  readonly rate: number;
  readonly cost: ProcessorCost;
}

/** The cost of https: a drain with kept connections, and with a new connection for each delivery. */
export const tls: Scenario = {
  needs: { postgres: false, redis: false },
  async run(bench) {
    const cert = readFileSync(join(CERTIFICATES, 'receiver.pem'), 'utf8');
    const key = readFileSync(join(CERTIFICATES, 'receiver.key.pem'), 'utf8');
    const plain = await bench.startNodeReceiver(RECEIVER);
    const secure = await bench.startNodeReceiver({ ...RECEIVER, tls: { name: NAME, cert, key } });
    const results = new Map<SecureVariant, Round[]>(COMPARED.map((variant) => [variant, []]));
    for (let round = 0; round < bench.sizes.tls.rounds; round += 1) {
      for (const variant of orderOf(COMPARED, round)) {
        const measured = await drainOnce(bench, variant, variant.tls ? secure : plain, cert);
        results.get(variant)?.push(measured);
        bench.progress(
          `round ${round + 1}, ${variant.name}: ${measured.rate.toFixed(0)} a second, ${knownMicros(measured.cost).toFixed(0)} us each`,
        );
      }
    }
    return {
      title: `Webhooks, https: ${bench.sizes.tls.deliveries.toLocaleString('en')} deliveries to ${ENDPOINTS} endpoints, a second`,
      columns: ['contender', 'median', 'least', 'most', 'processor us/delivery', 'of http'],
      rows: COMPARED.map((variant) => rowOf(variant, results)),
    };
  },
};

async function drainOnce(bench: Bench, variant: SecureVariant, receiver: Receiver, ca: string): Promise<Round> {
  const { contender, name, tls: connections } = variant;
  const { deliveries } = bench.sizes.tls;
  const order = { contender, urls: receiver.urls, ...(connections && { tls: { ca, ...connections } }) };
  return withContender(bench, order, async (running) => {
    await warmUp(running, bench.sizes.warmUp);
    await running.fill(deliveries, 'this process');
    const { result, cost } = await measureCost(running, variant, deliveries, () => running.drain());
    await checkReceived(bench, receiver, { deliveries: bench.sizes.warmUp + deliveries, what: name });
    return { rate: (result.ended / result.ms) * 1000, cost };
  });
}

function rowOf(variant: SecureVariant, results: ReadonlyMap<SecureVariant, readonly Round[]>): string[] {
  const rounds = results.get(variant) ?? [];
  const plain = results.get(variant.contender === 'bare' ? BARE : OURS) ?? [];
  const rate = spreadOf(rounds.map((round) => round.rate));
  const ratio = spreadOf(
    rounds.map((round, index) => knownMicros(round.cost) / knownMicros((plain[index] ?? round).cost)),
  ).median;
  const cells = [rate.median, rate.min, rate.max].map((value) => Math.round(value).toLocaleString('en'));
  const spent = spreadOf(rounds.map(({ cost }) => knownMicros(cost))).median.toFixed(0);
  return [variant.name, ...cells, spent, variant.tls ? `**${ratio.toFixed(2)} x**` : ''];
}
