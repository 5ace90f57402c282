/** Ports below 1024 that are permitted for deliveries. */
const WEB_PORTS: readonly number[] = [80, 443];

/**
 * Ports from 1024 that are conventionally used by services other than web servers. Sources: WHATWG Fetch, "Port blocking"; IANA
 * Service Name and Transport Protocol Port Number Registry.
 */
const SERVICE_PORTS: ReadonlySet<number> = new Set([
  1433, 1434, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061,
  5432, 5433, 5672, 5900, 5984, 5985, 5986, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7000,
  7001, 8086, 9042, 9092, 9100, 9160, 9200, 9300, 10_080, 10_250, 11_211, 27_017, 27_018, 27_019,
]);

/** Returns whether a port is a plausible port of a web server. */
export function isWebPort(port: number): boolean {
  return WEB_PORTS.includes(port) || (port >= 1024 && !SERVICE_PORTS.has(port));
}
