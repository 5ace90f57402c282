import type { SetupValues } from './setup-input.ts';
import { SHELL_FUNCTIONS } from './shell-functions.ts';
import { shellQuote } from './shell-quote.ts';

/**
 * Returns the shell script that sets the project up: APIs, custom role, service account, binding and key. Safe to run
 * twice.
 */
export function createScript(values: SetupValues): string {
  return `#!/bin/sh
# Sets up a Google Cloud project for Portcullis: APIs, a custom role, a service account that has it, and a key.
# Run it as an account with roles/serviceusage.serviceUsageAdmin, roles/iam.roleAdmin, roles/iam.serviceAccountAdmin,
# roles/iam.serviceAccountKeyAdmin and roles/resourcemanager.projectIamAdmin on the project.
# Safe to run twice: existing objects are updated, and an existing key file is kept. A role or an account of the
# same name that this script did not create is not changed, and the script stops.
# A new account may not be visible everywhere at first: the commands that need it are repeated for a minute.
# The key is written to the file named as the first argument (portcullis-key.json without one): it is a secret.
set -eu

project=${shellQuote(values.project)}
role=${shellQuote(values.role)}
account=${shellQuote(values.account)}
email=${shellQuote(values.email)}
title=${shellQuote(values.title)}
description=${shellQuote(values.description)}
permissions=${shellQuote(values.permissions.join(','))}
key_file=\${1:-portcullis-key.json}

${SHELL_FUNCTIONS}
# Runs a command that needs the account. Repeats it while it does not find the account, or if the policy changes at the same moment.
once_visible() {
  for pause in 5 10 15 30 0; do
    if refusal=$("$@" 2>&1); then return 0; fi
    case $refusal in
      *NOT_FOUND* | *'does not exist'* | *'concurrent policy changes'*) sleep "$pause" ;;
      *) stop "$refusal" ;;
    esac
  done
  stop "$refusal"
}

gcloud services enable ${values.services.join(' ')} --project="$project" --quiet

if described iam roles describe "$role"; then
  [ "$found" = "$description" ] || stop "The custom role $role was not created by this script: choose another name."
  if [ "$(gcloud iam roles describe "$role" --project="$project" --format='value(deleted)')" = True ]; then
    gcloud iam roles undelete "$role" --project="$project" --quiet
  fi
  gcloud iam roles update "$role" --project="$project" --permissions="$permissions" --quiet
else
  gcloud iam roles create "$role" --project="$project" --title="$title" --description="$description" \\
    --permissions="$permissions" --stage=GA --quiet
fi

if described iam service-accounts describe "$email"; then
  [ "$found" = "$description" ] || stop "The service account $email was not created by this script: choose another name."
else
  gcloud iam service-accounts create "$account" --project="$project" --display-name="$title" \\
    --description="$description" --quiet
fi

once_visible gcloud projects add-iam-policy-binding "$project" --member="serviceAccount:$email" \\
  --role="projects/$project/roles/$role" --condition=None --quiet

if [ -e "$key_file" ]; then
  printf '%s\\n' "The key file $key_file exists already and is kept."
else
  (umask 077 && once_visible gcloud iam service-accounts keys create "$key_file" --iam-account="$email" --project="$project" --quiet)
  printf '%s\\n' "The key is in the file $key_file."
fi
`;
}
