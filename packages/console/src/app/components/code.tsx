import { useState } from 'preact/hooks';
import { announce } from '../service/announce.ts';
import { copyText } from '../service/copy-text.ts';
import { Button } from './button.tsx';

interface CodeProps {
  readonly text: string;
  /** The kind of text, for the labels of the buttons: `Script`. */
  readonly title?: string;
  /** The file name; without one there is no download. */
  readonly fileName?: string;
}

/** Text to be copied: a statement, a script, a key. */
export function Code({ text, title = 'Text', fileName }: CodeProps) {
  const [result, setResult] = useState<string>();
  const copy = async () => {
    const isCopied = await copyText(text);
    setResult(isCopied ? 'Copied' : 'Not copied: select it');
    announce(isCopied ? `${title} copied` : `${title} not copied: select it`);
    setTimeout(() => setResult(undefined), 2000);
  };
  return (
    <div class="code">
      <div class="code-actions">
        {fileName && <span class="code-name">{fileName}</span>}
        <Button kind="quiet" label={`Copy ${title.toLowerCase()}`} onClick={() => void copy()}>
          {result ?? 'Copy'}
        </Button>
        {fileName && (
          <Button kind="quiet" label={`Download ${fileName}`} onClick={() => download(fileName, text)}>
            Download
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y: what scrolls must be reachable by keyboard, and then it needs a name */}
      <pre tabIndex={0} role="group" aria-label={title}>
        <code>{text}</code>
      </pre>
    </div>
  );
}

function download(fileName: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
