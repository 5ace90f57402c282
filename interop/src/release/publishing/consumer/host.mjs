// A small host for bundlers: it sends itself one request and ends.
import { createServer } from 'node:http';
import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { redshift } from '@portcullis/plugin-redshift';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';

const portcullis = await createPortcullis({
  plugins: [redshift()],
  store: createSqliteStore({ file: process.env.STORE_FILE ?? '' }),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: new Uint8Array(32) } }),
});
const principal = { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] };
const { key } = await portcullis.apiKeys.issue({ name: 'first key', principal });
const mount = portcullisExpress(createHttpHandler(portcullis));
const server = createServer((request, response) => mount(request, response, () => response.writeHead(404).end()));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

async function post(body) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}/integrations/scripts/initial-create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, ...(await response.json()) };
}

const config = {
  host: 'examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com',
  database: 'governance',
  initialDatabase: 'dev',
  authenticationType: 'userPassword',
  username: 'governance_account',
  password: 'Correct4Horse9Battery',
};
const script = await post(JSON.stringify({ type: 'Redshift', autoBootstrap: false, config }));
const broken = await post('{ "type": "Redshift", }');
console.log(JSON.stringify([script.status, script.script?.includes('CREATE DATABASE'), broken.code, broken.message]));
server.close();
await portcullis.close();
