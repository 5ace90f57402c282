import { EXCHANGES, type ScriptedResponses } from './exchanges.ts';
import { readResponses } from './load/read-responses.ts';
import { type LoadPlan, measureExchange, type PairSeries, type ServerPair } from './measure-requests.ts';
import { reportRequests } from './report-requests.ts';
import { FRAMEWORKS, type Framework } from './servers/server-protocol.ts';
import { type Server, startServer } from './servers/start-server.ts';

/** Options of the request benchmark: thoroughness and profiling. */
export interface RequestBenchmarkOptions extends LoadPlan {
  /** A folder for profiles of the processor time of the servers. */
  readonly profileFolder?: string | undefined;
}

/**
 * Measures the cost of the library compared with a bare handler of the same framework.
 *
 * @returns the problems of the responses; it does not judge times.
 */
export async function runRequestBenchmark(options: RequestBenchmarkOptions): Promise<readonly string[]> {
  await using servers = new AsyncDisposableStack();
  const start = async (...order: Parameters<typeof startServer>): Promise<Server> =>
    servers.adopt(await startServer(...order), (server) => server.stop());

  const pairs: ServerPair[] = [];
  const problems: string[] = [];
  for (const framework of FRAMEWORKS) {
    const portcullis = await start({ serve: 'portcullis', framework }, options.profileFolder);
    const responses = await readResponses(portcullis);
    const bare = await start({ serve: 'bare', framework, key: portcullis.key, responses }, options.profileFolder);
    pairs.push({ framework, bare, portcullis });
    problems.push(...differences(framework, responses, await readResponses(bare)));
  }
  const series: PairSeries[] = [];
  for (const exchange of EXCHANGES) series.push(...(await measureExchange(exchange, pairs, options)));
  reportRequests(series);
  return problems;
}

/** Both servers must send the same bytes; otherwise the comparison is invalid. */
function differences(framework: Framework, expected: ScriptedResponses, found: ScriptedResponses): readonly string[] {
  return EXCHANGES.filter(({ name }) => expected[name] !== found[name]).map(
    ({ name }) => `The bare handler on ${framework} answers ${name} with other bytes than Portcullis.`,
  );
}
