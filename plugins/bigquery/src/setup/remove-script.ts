import type { SetupValues } from './setup-input.ts';
import { SHELL_FUNCTIONS } from './shell-functions.ts';
import { shellQuote } from './shell-quote.ts';

/**
 * Returns the shell script that removes all objects that {@link createScript} created. Safe to run twice; the APIs stay
 * enabled.
 */
export function removeScript(values: SetupValues): string {
  return `#!/bin/sh
# Removes the objects of the set-up script of Portcullis: the binding, the service account with its keys, and the custom role.
# Delete the integration first: the service removes its dataset itself, and needs the account for it.
# Safe to run twice. APIs stay enabled, since others may use them. A removed role keeps its id reserved for weeks.
set -eu

project=${shellQuote(values.project)}
role=${shellQuote(values.role)}
email=${shellQuote(values.email)}
dataset=${shellQuote(values.dataset)}
description=${shellQuote(values.description)}

${SHELL_FUNCTIONS}
if shown=$(bq --project_id="$project" show --dataset "$project:$dataset" 2>&1); then
  stop "The dataset $dataset still exists: delete the integration first, or the dataset if the integration is gone."
fi
case $shown in
  *'Not found'*) ;;
  *) stop "Cannot see whether the dataset $dataset is gone: $shown" ;;
esac

if described iam service-accounts describe "$email"; then
  [ "$found" = "$description" ] || stop "The service account $email was not created by the set-up script, so it is not removed."
  if ! refusal=$(gcloud projects remove-iam-policy-binding "$project" --member="serviceAccount:$email" \\
    --role="projects/$project/roles/$role" --condition=None --quiet 2>&1); then
    case $refusal in
      *'not found'*) ;;
      *) stop "$refusal" ;;
    esac
  fi
  gcloud iam service-accounts delete "$email" --project="$project" --quiet
fi

if described iam roles describe "$role"; then
  [ "$found" = "$description" ] || stop "The custom role $role was not created by the set-up script, so it is not removed."
  if [ "$(gcloud iam roles describe "$role" --project="$project" --format='value(deleted)')" != True ]; then
    gcloud iam roles delete "$role" --project="$project" --quiet
  fi
fi
`;
}
