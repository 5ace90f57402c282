import { expect, it, onTestFinished, vi } from 'vitest';

it('needs no new function of Node at import, so that an old Node is refused by createPortcullis', async () => {
  const { groupBy } = Map;
  Reflect.deleteProperty(Map, 'groupBy');
  onTestFinished(() => void Object.assign(Map, { groupBy }));
  vi.resetModules();
  await expect(import('../index.ts')).resolves.toHaveProperty('createHttpHandler');
});
