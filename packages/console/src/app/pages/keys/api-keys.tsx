import { type ApiKey, listApiKeys, revokeApiKey } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { announce } from '../../service/announce.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useLoad } from '../../service/use-load.ts';
import { keyState } from './key-state.ts';
import { NewKey } from './new-key.tsx';

/** The API keys that the key may see. */
export function ApiKeys() {
  const loaded = useLoad(() => listApiKeys({ client }), 'keys');
  const [revoking, setRevoking] = useState<ApiKey>();
  return (
    <Page title="API keys">
      <NewKey onCreated={() => void loaded.reload()} />
      <Loading of={loaded}>
        {(keys) => (
          <table class="list">
            <caption class="for-readers">API keys</caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Begins with</th>
                <th scope="col">Owner</th>
                <th scope="col">Last used</th>
                <th scope="col">Expires</th>
                <th scope="col">State</th>
                <th scope="col">
                  <span class="for-readers">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => {
                const state = keyState(key, Date.now());
                return (
                  <tr key={key.id}>
                    <td data-label="Name">{key.name}</td>
                    <td data-label="Begins with">
                      <code>{key.prefix}</code>
                    </td>
                    <td data-label="Owner">{key.principalName}</td>
                    <td data-label="Last used">{key.lastUsedAt ? <Time at={key.lastUsedAt} /> : 'never'}</td>
                    <td data-label="Expires">{key.expiresAt ? <Time at={key.expiresAt} /> : 'never'}</td>
                    <td data-label="State">
                      <Status state={state} />
                    </td>
                    <td>
                      {state === 'valid' && (
                        <Button kind="quiet" label={`Revoke ${key.name}`} onClick={() => setRevoking(key)}>
                          Revoke
                        </Button>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </Loading>
      {revoking && (
        <Revoke
          apiKey={revoking}
          onClose={() => setRevoking(undefined)}
          onRevoked={() => {
            setRevoking(undefined);
            void loaded.reload();
          }}
        />
      )}
    </Page>
  );
}

function Revoke({
  apiKey,
  onClose,
  onRevoked,
}: {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}) {
  const revoking = useAction(async () => {
    await revokeApiKey({ client, path: { id: apiKey.id } });
    announce(`${apiKey.name} was revoked`);
    onRevoked();
  });
  return (
    <Dialog title={`Revoke ${apiKey.name}?`} onClose={onClose}>
      <p>The key and all keys issued with it are refused from now on. This cannot be undone.</p>
      <Failure error={revoking.error} />
      <div class="actions">
        <Button kind="danger" isBusy={revoking.isRunning} onClick={() => void revoking.run()}>
          Revoke
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </Dialog>
  );
}
