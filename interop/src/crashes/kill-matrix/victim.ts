/**
 * A process that begins an operation and is killed at the ordered point. Started by `fork`: it sends `ready` when
 * everything is loaded, waits for its order, and sends its counts if it was not killed.
 */
import { definePlugin } from '@portcullis/plugin-api';
import { keepCompiledCode } from '../compiled-code.ts';
import { fixtureOf } from './fixtures.ts';
import { createKillSwitch } from './kill-switch.ts';
import { ADMIN, openInstance, seedOf, storeOf } from './open-instance.ts';
import { loadPlugin } from './plugin-list.ts';
import { createPlatformLine, remoteDefinition } from './remote-platform.ts';
import { secondVersion } from './second-version.ts';
import type { PluginOrder, VictimOrder, VictimReport } from './victim-protocol.ts';

const line = createPlatformLine();

async function definitionFor({ name, platform, version }: PluginOrder) {
  const isReal = platform === 'postgresql';
  const definition = await loadPlugin(name, isReal ? { engine: 'postgresql' } : {});
  const versioned = version === 1 ? definition : secondVersion(definition, !isReal);
  return isReal ? versioned : remoteDefinition(versioned, line, fixtureOf(name, definition).facts);
}

async function follow({ store, plugin, operation, body, kill }: VictimOrder): Promise<VictimReport> {
  const killSwitch = createKillSwitch(kill);
  const definition = definePlugin(killSwitch.plugin(await definitionFor(plugin)));
  const { integrations } = await openInstance(definition, killSwitch.store(storeOf(store)), {
    seed: seedOf(operation),
  });
  killSwitch.arm();
  if (operation === 'create') await integrations.create(ADMIN, body);
  else if (operation === 'edit') await integrations.update(ADMIN, 1, body);
  else if (operation === 'rotate') await integrations.rotateSecret(ADMIN, 1, body);
  else if (operation === 'delete') await integrations.remove(ADMIN, 1, body);
  else await integrations.migrate(ADMIN, 1);
  const { status } = await integrations.whenIdle(1);
  return { kind: 'finished', counts: killSwitch.counts(), status };
}

function send(report: VictimReport, then: () => void = () => {}): void {
  process.send?.(report, then);
}

process.on('message', (order: VictimOrder) => {
  if (order.kind !== 'order') return;
  follow(order)
    .catch((error: unknown): VictimReport => ({ kind: 'failed', message: String(error) }))
    .then((report) => send(report, () => process.exit(0)));
});
process.on('disconnect', () => process.exit(0));
send({ kind: 'ready' });
keepCompiledCode();
