import { type ChildProcess, spawn } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@portcullis/testing';
import { SignJWT } from 'jose';
import { stopProcess } from '../../../shared/processes/stop-process.ts';

/** A running catalogue server. */
export interface RunningUnity {
  readonly url: string;
  /** The token of its first administrator. */
  readonly adminToken: string;
  /** Signs a token in a user's name, as the server does after a sign-in. */
  tokenOf(user: string): Promise<string>;
  log(): string;
  stop(): Promise<void>;
}

/** The maximum time for the server to start on a busy machine. */
const START_MS = 180_000;

/**
 * Starts the open-source Unity Catalog server on a free port of the loopback address, with a database in memory and
 * with authorization. Source: Unity Catalog documentation, "Authentication and authorization", "Server configuration".
 */
export async function startUnity(java: string, classpath: string): Promise<RunningUnity> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-unity-'));
  const settings = join(folder, 'etc/conf');
  mkdirSync(settings, { recursive: true });
  writeFileSync(
    join(settings, 'server.properties'),
    'server.env=dev\nserver.authorization=enable\nserver.allowed-issuers=internal\nserver.audiences=*\n',
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(folder, 'server.log');
  const output = openSync(logFile, 'a');
  const child = spawn(
    join(java, 'bin', 'java'),
    [
      '-Xmx512m',
      '-XX:+UseSerialGC',
      '-cp',
      classpath,
      join(import.meta.dirname, 'StartUnityCatalog.java'),
      String(port),
    ],
    { cwd: folder, stdio: ['ignore', output, output] },
  );
  closeSync(output);
  const log = () => readFileSync(logFile, 'utf8');
  const stop = async (): Promise<void> => {
    await stopProcess(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await whenStarted(url, child, log);
  } catch (error) {
    await stop();
    throw error;
  }
  const keyId = readFileSync(join(settings, 'key_id.txt'), 'utf8').trim();
  const key = createPrivateKey({ key: readFileSync(join(settings, 'private_key.der')), format: 'der', type: 'pkcs8' });
  return {
    url,
    adminToken: readFileSync(join(settings, 'token.txt'), 'utf8').trim(),
    tokenOf: (user) =>
      new SignJWT({ type: 'ACCESS' })
        .setProtectedHeader({ alg: 'RS512', kid: keyId })
        .setSubject(user)
        .setIssuer('internal')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key),
    log,
    stop,
  };
}

async function whenStarted(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null)
      throw new Error(`The server ended with code ${child.exitCode}:\n${log().slice(-4000)}`);
    const isUp = await fetch(`${url}/`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await pause(500);
  }
  throw new Error(`The server did not start within ${START_MS / 1000} s:\n${log().slice(-4000)}`);
}

/** Creates a user. Source: Unity Catalog documentation, "Unity Control API", SCIM. */
export async function addUser({ url, adminToken }: RunningUnity, email: string): Promise<void> {
  const response = await fetch(`${url}/api/1.0/unity-control/scim2/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ displayName: email, emails: [{ value: email, primary: true }] }),
  });
  if (!response.ok) throw new Error(`The user ${email} could not be made: ${await response.text()}`);
}
