import { type IntegrationType, listIntegrationTypes } from '@portcullis/client';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { toHash } from '../../routing/route.ts';
import { client } from '../../service/session.ts';
import { useLoad } from '../../service/use-load.ts';
import { FormWordsOf } from '../../words/form-words-context.tsx';
import { CreateOfType } from './create-of-type.tsx';

/** Creates an integration: first the type, then everything else. */
export function CreateIntegration({ type }: { readonly type: string }) {
  const loaded = useLoad(() => listIntegrationTypes({ client }), 'types');
  const chosen = loaded.value?.find(({ id }) => id === type);
  return (
    <Page title={chosen ? `New ${chosen.type} integration` : 'New integration'}>
      <Loading of={loaded}>
        {(types) =>
          chosen ? (
            <FormWordsOf type={chosen}>
              <CreateOfType key={chosen.id} type={chosen} />
            </FormWordsOf>
          ) : (
            <Types types={types} />
          )
        }
      </Loading>
    </Page>
  );
}

function Types({ types }: { readonly types: readonly IntegrationType[] }) {
  return (
    <>
      <p class="subtitle">Choose the platform</p>
      <ul class="cards">
        {types.map(({ id, type, description, bootstrap }) => (
          <li key={id}>
            <a href={toHash(['integrations', 'new', id])}>
              <strong>{type}</strong>
              <span>{description}</span>
              <span class="fine">{MODES[bootstrap]}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const MODES: Readonly<Record<IntegrationType['bootstrap'], string>> = {
  'automatic-or-manual': 'Set up by the service, or by you with a script',
  manual: 'You prepare the account; the service does the rest',
  none: 'Configured on the cluster, with a key and files that you get here',
};
