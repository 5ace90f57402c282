/** A process that begins an operation and is killed at the ordered point. It reports its counts if it was not killed. */

import { definePlugin } from '@portcullis/plugin-api';
import { ADMIN } from '../../shared/admin.ts';
import { runVictim, sendReport } from '../victims/run-victim.ts';
import { fixtureOf } from './fixtures.ts';
import { createKillSwitch } from './kill-switch.ts';
import { openInstance, seedOf, storeOf } from './open-instance.ts';
import { loadPlugin } from './plugin-list.ts';
import { createPlatformChannel, remoteDefinition } from './remote-platform.ts';
import { secondVersion } from './second-version.ts';
import type { PluginOrder, VictimOrder, VictimReport } from './victim-protocol.ts';

const channel = createPlatformChannel();

async function definitionFor({ name, platform, version }: PluginOrder) {
  const isReal = platform === 'postgresql';
  const definition = await loadPlugin(name, isReal ? { engine: 'postgresql' } : {});
  const versioned = version === 1 ? definition : secondVersion(definition, !isReal);
  return isReal ? versioned : remoteDefinition(versioned, channel, fixtureOf(name, definition).facts);
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

await runVictim(async (order: VictimOrder) => {
  // The responses of the platform arrive over the same channel.
  if (order.kind !== 'order') return;
  const report = await follow(order).catch((error): VictimReport => ({ kind: 'failed', message: String(error) }));
  await sendReport(report);
  process.exit(0);
});
