import { useState } from 'preact/hooks';
import { announce } from '../service/announce.ts';
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
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    announce(`${title} copied`);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div class="code">
      <div class="code-actions">
        {fileName && <span class="code-name">{fileName}</span>}
        <Button kind="quiet" label={`Copy ${title.toLowerCase()}`} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
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

/** The clipboard API exists only on https and on localhost; elsewhere the older browser API is used. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

function download(fileName: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
