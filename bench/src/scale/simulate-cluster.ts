import { createFakeRandom } from '@portcullis/testing';
import TinyQueue from 'tinyqueue';

/** The processor time of one delivery, from its publication to its recorded outcome, in microseconds. */
export interface DeliveryCosts {
  /** The part in the process of the node. */
  readonly node: number;
  /** The part in the processes of the database. */
  readonly store: number;
  /** The part in the receiver, if it shares the machine. */
  readonly receiver: number;
}

/** The machines of a cluster. */
type Machines =
  /** All parts share one machine, as in the benchmark. */
  | { readonly kind: 'one machine'; readonly cores: number }
  /** Each node and the database run on separate machines, and the receivers on others. */
  | { readonly kind: 'own machines'; readonly storeCores: number };

/** A cluster to simulate. */
export interface Cluster {
  readonly nodes: number;
  readonly machines: Machines;
  readonly costs: DeliveryCosts;
  /** Deliveries in progress on each node. */
  readonly concurrency: number;
  /** Milliseconds of a response in addition to processor time: the network and a remote receiver. */
  readonly responseMs: number;
  /** Milliseconds that a write waits for the disk. */
  readonly syncMs: number;
  /** Deliveries that become due each second; undefined for a backlog that never ends. */
  readonly perSecond?: number;
  /** Simulated seconds; the first quarter does not count. */
  readonly seconds: number;
  readonly seed: number;
}

/** The behaviour of a simulated cluster. */
export interface Simulation {
  /** Deliveries that ended per second. */
  readonly rate: number;
  /** Milliseconds from the time a delivery is due to its arrival at the receiver. */
  readonly p50: number;
  readonly p99: number;
  /** The share of time that the busiest node and the cores of the database compute. */
  readonly nodeUse: number;
  readonly storeUse: number;
}

/** A worker that computes one item at a time on the cores of a machine. */
interface Worker {
  readonly cores: Cores;
  readonly waiting: Work[];
  busy: boolean;
  busyMicros: number;
}

interface Cores {
  free: number;
  /** Workers that have work but no core. */
  readonly waiting: Worker[];
}

interface Work {
  readonly micros: number;
  readonly then: () => void;
}

interface Timed {
  readonly at: number;
  readonly run: () => void;
}

const STORE_CONNECTIONS = 10;

/**
 * Simulates the queues of a cluster event by event. A node computes on one thread. The cost of a delivery is divided
 * evenly between two steps of the node (send, record) and two of the database (claim, record), and varies by half in
 * both directions.
 *
 * The simulation has no locks, caches or growth of tables. It shows where queues form if costs stay as measured.
 */
export function simulateCluster(cluster: Cluster): Simulation {
  const { nodes, machines, costs, concurrency, responseMs, syncMs, perSecond, seconds, seed } = cluster;
  const random = createFakeRandom(seed);
  const eventQueue = new TinyQueue<Timed>([], (one, other) => one.at - other.at);
  let now = 0;

  const coresOf = (count: number): Cores => ({ free: count, waiting: [] });
  const createWorker = (cores: Cores): Worker => ({ cores, waiting: [], busy: false, busyMicros: 0 });
  const shared = machines.kind === 'one machine' ? coresOf(machines.cores) : undefined;
  const storeCores = shared ?? coresOf(machines.kind === 'own machines' ? machines.storeCores : 0);
  const nodeWorkers = Array.from({ length: nodes }, () => createWorker(shared ?? coresOf(1)));
  const storeWorkers = Array.from({ length: nodes * STORE_CONNECTIONS }, () => createWorker(storeCores));
  const receiverWorker = shared && createWorker(shared);

  const after = (micros: number, run: () => void): void => void eventQueue.push({ at: now + micros, run });
  const start = (worker: Worker): void => {
    const work = worker.waiting.shift();
    if (!work) return;
    worker.cores.free -= 1;
    worker.busy = true;
    worker.busyMicros += work.micros;
    after(work.micros, () => {
      worker.busy = false;
      worker.cores.free += 1;
      work.then();
      if (worker.waiting.length > 0) worker.cores.waiting.push(worker);
      while (worker.cores.free > 0 && worker.cores.waiting.length > 0) {
        const next = worker.cores.waiting.shift();
        if (next && !next.busy) start(next);
      }
    });
  };
  const compute = (worker: Worker, micros: number, then: () => void): void => {
    worker.waiting.push({ micros: micros * (0.5 + random.fraction()), then });
    if (worker.busy || worker.waiting.length > 1) return;
    if (worker.cores.free > 0) start(worker);
    else worker.cores.waiting.push(worker);
  };
  const storeWorker = (node: number): Worker =>
    storeWorkers[node * STORE_CONNECTIONS + Math.floor(random.fraction() * STORE_CONNECTIONS)] as Worker;

  const halfResponse = (responseMs * 1000) / 2;
  const warmUp = (seconds * 1e6) / 4;
  const latencies: number[] = [];
  let ended = 0;
  const due: number[] = [];
  const free = Array.from({ length: nodes }, () => concurrency);

  const deliver = (node: number, dueAt: number): void => {
    const worker = nodeWorkers[node] as Worker;
    free[node] = (free[node] ?? 0) - 1;
    const finish = (): void => {
      if (now >= warmUp) ended += 1;
      free[node] = (free[node] ?? 0) + 1;
      deliverNext(node);
    };
    const record = (): void =>
      compute(worker, costs.node / 2, () =>
        compute(storeWorker(node), costs.store / 2, () => after(syncMs * 1000, finish)),
      );
    const arrive = (): void => {
      if (now >= warmUp) latencies.push((now - dueAt) / 1000);
      after(halfResponse, record);
    };
    const reach = (): void => (receiverWorker ? compute(receiverWorker, costs.receiver, arrive) : arrive());
    const send = (): void => compute(worker, costs.node / 2, () => after(halfResponse, reach));
    compute(storeWorker(node), costs.store / 2, () => after(syncMs * 1000, send));
  };
  const deliverNext = (node: number): void => {
    if (perSecond === undefined) deliver(node, now);
    else {
      const dueAt = due.shift();
      if (dueAt !== undefined) deliver(node, dueAt);
    }
  };
  const becomeDue = (): void => {
    const ready = free.flatMap((slots, node) => (slots > 0 ? [node] : []));
    const node = ready[Math.floor(random.fraction() * ready.length)];
    if (node === undefined) due.push(now);
    else deliver(node, now);
    after((-Math.log(1 - random.fraction()) * 1e6) / (perSecond ?? 1), becomeDue);
  };

  if (perSecond === undefined) {
    for (let node = 0; node < nodes; node += 1) for (let each = 0; each < concurrency; each += 1) deliver(node, 0);
  } else becomeDue();
  for (let next = eventQueue.pop(); next && next.at < seconds * 1e6; next = eventQueue.pop()) {
    now = next.at;
    next.run();
  }
  const sorted = latencies.toSorted((one, other) => one - other);
  const quantile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const storeMicros = storeWorkers.reduce((sum, { busyMicros }) => sum + busyMicros, 0);
  const cores = machines.kind === 'own machines' ? machines.storeCores : machines.cores;
  return {
    rate: ended / (seconds * 0.75),
    p50: quantile(0.5),
    p99: quantile(0.99),
    nodeUse: Math.max(...nodeWorkers.map(({ busyMicros }) => busyMicros)) / (seconds * 1e6),
    storeUse: storeMicros / (seconds * 1e6 * cores),
  };
}
