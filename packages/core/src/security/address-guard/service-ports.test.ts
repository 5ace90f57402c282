import { expect, it } from 'vitest';
import { isWebPort } from './service-ports.ts';

it.each([80, 443, 1024, 3000, 8000, 8080, 8443, 9000, 49_152, 65_535])('a delivery may go to port %i', (port) => {
  expect(isWebPort(port)).toBe(true);
});

it.each([1, 22, 25, 53, 79, 81, 442, 444, 1023])('no delivery goes to port %i, which is reserved', (port) => {
  expect(isWebPort(port)).toBe(false);
});

it.each([
  ['SQL Server', [1433, 1434]],
  ['Oracle', [1521]],
  ['H.323 and PPTP', [1719, 1720, 1723]],
  ['NFS', [2049, 4045]],
  ['ZooKeeper', [2181]],
  ['Docker', [2375, 2376]],
  ['etcd', [2379, 2380]],
  ['MySQL', [3306]],
  ['remote desktops', [3389, 5900, 6000]],
  ['Apple Remote Access', [3659]],
  ['ManageSieve', [4190]],
  ['SIP', [5060, 5061]],
  ['PostgreSQL', [5432, 5433]],
  ['AMQP', [5672]],
  ['CouchDB', [5984]],
  ['WinRM', [5985, 5986]],
  ['Redis', [6379]],
  ['Kubernetes', [6443, 10_250]],
  ['SANE', [6566]],
  ['IRC', [6665, 6666, 6667, 6668, 6669, 6679, 6697]],
  ['Cassandra', [7000, 7001, 9042, 9160]],
  ['InfluxDB', [8086]],
  ['Kafka', [9092]],
  ['printers', [9100]],
  ['Elasticsearch', [9200, 9300]],
  ['Amanda', [10_080]],
  ['memcached', [11_211]],
  ['MongoDB', [27_017, 27_018, 27_019]],
])('no delivery goes to a port of %s', (_, ports) => {
  expect(ports.filter(isWebPort)).toEqual([]);
});
