#!/bin/sh
# Prepares deploy/compose for the first start: asks five questions, makes the secrets, and writes .env, .env.web,
# .env.worker and secrets/, each readable by their owner alone. Starts nothing, and never overwrites what is there.
# docs/operations.md, "With containers".
set -eu

usage() {
  cat <<'USAGE'
Usage: deploy/install.sh [OPTION]...

Each answer can be given by an option or a variable instead; a variable keeps it out of the list of processes.

  --domain NAME             DOMAIN              domain of the payment pages, for example pay.example.com
  --email ADDRESS           OPERATOR_EMAIL      your address, for the certificate authority
  --nodes "CODE=URL[,URL] ..."  NODES           nodes by network, for example eth=https://one.example,https://two.example
  --smtp-url URL            SMTP_URL            mail server, smtps://user:password@host:465; empty: no mail
  --mail-from SENDER        MAIL_FROM           sender of mails (default: no-reply@ the domain)
  --backup-recipients KEYS  BACKUP_RECIPIENTS   public keys of age that can read backups; empty: set it later
  --backup-folder FOLDER    BACKUP_FOLDER       folder of the backups (default: backups, beside compose.yaml)
  --unattended                                  asks nothing: what is not given is empty
USAGE
}

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

is_unattended=
while [ $# -gt 0 ]; do
  case $1 in
    --unattended) is_unattended=1; shift; continue ;;
    --help) usage; exit 0 ;;
    --domain | --email | --nodes | --smtp-url | --mail-from | --backup-recipients | --backup-folder) ;;
    *) usage >&2; exit 2 ;;
  esac
  [ $# -ge 2 ] || fail "$1 needs a value"
  case $1 in
    --domain) DOMAIN=$2 ;;
    --email) OPERATOR_EMAIL=$2 ;;
    --nodes) NODES=$2 ;;
    --smtp-url) SMTP_URL=$2 ;;
    --mail-from) MAIL_FROM=$2 ;;
    --backup-recipients) BACKUP_RECIPIENTS=$2 ;;
    --backup-folder) BACKUP_FOLDER=$2 ;;
  esac
  shift 2
done

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
target=$here/compose
for file in "$target/.env" "$target/.env.web" "$target/.env.worker" "$target/secrets"; do
  [ ! -e "$file" ] || fail "$file is there already: its secrets belong to a database and are not replaced"
done

# question TEXT GIVEN VALUE: prints VALUE if it was GIVEN, else what is typed.
question() {
  if [ -n "$2" ] || [ -n "$is_unattended" ]; then
    printf '%s' "$3"
    return
  fi
  printf '%s: ' "$1" >&2
  IFS= read -r answer || fail "no answer; --unattended asks nothing"
  printf '%s' "$answer"
}

domain=$(question 'Domain of the payment pages, for example pay.example.com' "${DOMAIN+given}" "${DOMAIN-}")
email=$(question 'Your e-mail address, for the certificate authority' "${OPERATOR_EMAIL+given}" "${OPERATOR_EMAIL-}")
nodes=$(question 'Nodes, CODE=URL[,URL] separated by spaces (docs/networks.md), or nothing to add them later' \
  "${NODES+given}" "${NODES-}")
smtp_url=$(question 'Mail server, smtps://user:password@host:465, or nothing for no mail' "${SMTP_URL+given}" "${SMTP_URL-}")
recipients=$(question 'Public key of age that can read the backups, or nothing to add it later' \
  "${BACKUP_RECIPIENTS+given}" "${BACKUP_RECIPIENTS-}")
mail_from=${MAIL_FROM:-no-reply@$domain}
backup_folder=${BACKUP_FOLDER:-$target/backups}

# A quote or a line break would end the value in the files of settings.
newline='
'
for value in "$domain" "$email" "$nodes" "$smtp_url" "$mail_from" "$recipients" "$backup_folder"; do
  case $value in *"'"* | *"$newline"*) fail "quotes and line breaks are not accepted in an answer" ;; esac
done
matches() { printf '%s' "$1" | grep -Eq "$2"; }
matches "$domain" '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$' \
  || fail "the domain is a name such as pay.example.com, without https:// and without a path"
matches "$email" '^[^[:space:]@]+@[^[:space:]@]+$' || fail "the e-mail address is an address such as you@example.com"
[ -z "$smtp_url" ] || matches "$smtp_url" '^smtps?://[^[:space:]]+$' || fail "the mail server begins with smtps:// or smtp://"
[ -z "$recipients" ] || matches "$recipients" '^age1[a-z0-9]+(,age1[a-z0-9]+)*$' || fail "a public key of age begins with age1"
case $backup_folder in /*) ;; *) backup_folder=$PWD/$backup_folder ;; esac

# Prints the lines NODE_URLS_<NETWORK>=... of .env.worker.
node_lines() {
  for entry in $nodes; do
    matches "$entry" '^[a-z0-9]+=https?://[^[:space:],]+(,https?://[^[:space:],]+)*$' \
      || fail "nodes are written as eth=https://one.example,https://two.example"
    code=$(printf '%s' "${entry%%=*}" | tr '[:lower:]' '[:upper:]')
    grep -q "^# NODE_URLS_$code=" "$here/../.env.example" || fail "there is no network ${entry%%=*}: see docs/networks.md"
    printf "NODE_URLS_%s='%s'\n" "$code" "${entry#*=}"
  done
}

random_hex() { od -An -v -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }

umask 077
new=$target/.new.$$
trap 'rm -rf "$new"' EXIT
trap 'exit 1' INT TERM HUP
mkdir -p "$new/secrets"
set -f # Addresses contain question marks.
node_urls=$(node_lines)

secret() { printf '%s\n' "$2" > "$new/secrets/$1"; }
secret postgres-password "$(random_hex 24)"
for role in owner web worker; do
  secret "database-$role-url" "postgresql://chaintill_$role:$(random_hex 24)@database:5432/chaintill"
done
for name in secret-key auth-secret seed-key metrics-token backup-signing-key; do secret "$name" "$(random_hex 32)"; done
secret smtp-url "$smtp_url"
# Filled only while a secret is replaced.
for name in secret-key auth-secret seed-key; do : > "$new/secrets/$name-previous"; done

# Root gives the files to a user that exists only in the containers.
if [ "$(id -u)" = 0 ]; then user=${CHAINTILL_USER:-10001:10001}; else user=${CHAINTILL_USER:-$(id -u):$(id -g)}; fi
cat > "$new/.env" <<ENV
# Settings of compose.yaml itself.
DOMAIN=$domain
OPERATOR_EMAIL=$email
CHAINTILL_USER=$user
BACKUP_FOLDER='$backup_folder'
BACKUP_RECIPIENTS=$recipients
ENV

common_lines() {
  printf '# %s. Any other setting of .env.example may be added; secrets are files in secrets/.\n' "$1"
  printf "BASE_URL='https://%s'\n" "$domain"
  [ -z "$smtp_url" ] || printf "MAIL_FROM='%s'\n" "$mail_from"
}
{ common_lines 'Settings of web'; printf 'WEB_PROCESSES=2\n'; } > "$new/.env.web"
{ common_lines 'Settings of the worker'; [ -z "$node_urls" ] || printf '%s\n' "$node_urls"; } > "$new/.env.worker"

is_new_folder=
[ -d "$backup_folder" ] || { mkdir -p "$backup_folder" && is_new_folder=1; }
if [ "$(id -u)" = 0 ]; then
  chown -R "$user" "$new/secrets"
  # The owner of a folder that was there is somebody's choice.
  [ -z "$is_new_folder" ] || chown "$user" "$backup_folder"
fi
for name in secrets .env.web .env.worker .env; do mv "$new/$name" "$target/$name"; done

cat <<NEXT
Wrote the settings and secrets to $target. Keep a copy of secrets/ and .env* in a safe place
(docs/operations.md, "Settings": what is lost without them).

Next:
  cd $target
  docker compose build                 # or name an image that you have: CHAINTILL_IMAGE in .env
  docker compose run --rm seed             # prints the 24 words: write them on paper
  docker compose run --rm seed --confirm   # type them in from the paper
  docker compose up -d
  docker compose logs worker           # the address of the set-up page, and its code
  docker compose run --rm worker node scripts/doctor.mjs
NEXT
