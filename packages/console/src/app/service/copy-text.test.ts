import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('a text', () => {
  it('is copied only if the clipboard accepts it', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    expect(await copyText('secret')).toBe(true);
    expect(writeText).toHaveBeenCalledWith('secret');
    writeText.mockRejectedValue(new Error('The document is not focused.'));
    expect(await copyText('secret')).toBe(false);
  });

  it.each([true, false])(
    'is copied on http only if the browser reports it (%s), and the focus stays',
    async (isCopied) => {
      const button = { focus: vi.fn() };
      const area = { value: '', select: vi.fn(), remove: vi.fn() };
      vi.stubGlobal('navigator', {});
      vi.stubGlobal('document', {
        activeElement: button,
        createElement: () => area,
        body: { append: vi.fn() },
        execCommand: () => isCopied,
      });
      expect(await copyText('secret')).toBe(isCopied);
      expect(area).toMatchObject({ value: 'secret' });
      expect(area.remove).toHaveBeenCalled();
      expect(button.focus).toHaveBeenCalled();
    },
  );
});
