import { type ClientSetup, getClientSetup, regenerateIntegrationKey } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Failure } from '../../components/failure.tsx';
import { Time } from '../../components/time.tsx';
import { announce } from '../../service/announce.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import type { IntegrationProps } from './integration-props.ts';

/**
 * The key and the files for a platform that is configured from its own side. Shown on request, and removed with the
 * page.
 */
export function ClientSetupPage({ id }: IntegrationProps) {
  const [setup, setSetup] = useState<ClientSetup>();
  const [version, setVersion] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const showing = useAction(async (wanted: string) => {
    setSetup(await getClientSetup({ client, path: { id }, ...(wanted ? { query: { version: wanted } } : {}) }));
    setVersion(wanted);
    announce('The key is shown');
  });
  const regenerating = useAction(async () => {
    await regenerateIntegrationKey({ client, path: { id } });
    setConfirmed(false);
    await showing.run(version);
  });
  return (
    <>
      <p>
        The cluster is configured with a key and a few files. They are fetched when you ask for them and are not kept in
        the browser.
      </p>
      <Failure error={showing.error} />
      {!setup ? (
        <div class="actions">
          <Button kind="primary" isBusy={showing.isRunning} onClick={() => void showing.run('')}>
            Show key and files
          </Button>
        </div>
      ) : (
        <>
          <div class="actions ends">
            {setup.versions.length > 0 && (
              <div class="field inline">
                <label for="version">Version of the cluster</label>
                <select id="version" value={version} onChange={(event) => void showing.run(event.currentTarget.value)}>
                  <option value="">Newest</option>
                  {setup.versions.map(({ id: value, title }) => (
                    <option key={value} value={value}>
                      {title}
                    </option>
                  ))}
                </select>
              </div>
            )}
            <Button onClick={() => setSetup(undefined)}>Hide</Button>
          </div>
          <h2>Key</h2>
          <Code title="Key" text={setup.key} />
          {setup.previousKeyValidUntil && (
            <p class="notice warn">
              The previous key is accepted until <Time at={setup.previousKeyValidUntil} />.
            </p>
          )}
          <h2>Files</h2>
          {setup.files.map(({ path, content, note }) => (
            <article key={path}>
              <h3>{path}</h3>
              <p class="fine">{note}</p>
              <Code title={path} text={content} fileName={path.split('/').at(-1) ?? path} />
            </article>
          ))}
        </>
      )}
      <section aria-labelledby="regenerate-heading">
        <h2 id="regenerate-heading">New key</h2>
        <p>Generates a new key. The previous key stays valid for a while, so that you can reconfigure the cluster.</p>
        <Failure error={regenerating.error} />
        <label class="check">
          <input
            type="checkbox"
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
          I will configure the cluster with the new key
        </label>
        <div class="actions">
          <Button disabled={!isConfirmed} isBusy={regenerating.isRunning} onClick={() => void regenerating.run()}>
            Generate a new key
          </Button>
        </div>
      </section>
    </>
  );
}
