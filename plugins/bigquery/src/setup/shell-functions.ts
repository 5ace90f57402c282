/** The beginning of both scripts: functions that distinguish "does not exist" from every other refusal. */
export const SHELL_FUNCTIONS = `stop() {
  printf '%s\\n' "$1" >&2
  exit 1
}

# Sets "found" to a description. Fails if there is none, and stops if that cannot be seen.
described() {
  if found=$(gcloud "$@" --project="$project" --format='value(description)' 2>/dev/null); then return 0; fi
  refusal=$(gcloud "$@" --project="$project" --format='value(description)' 2>&1 || :)
  case $refusal in
    *NOT_FOUND*) return 1 ;;
    *) stop "$refusal" ;;
  esac
}
`;
