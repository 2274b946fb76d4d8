#!/bin/sh
# Creates the file with the secrets of pgBackRest: a password for the repository, readable by the user postgres
# alone. It never replaces one: without the old password the old backups cannot be read.
set -eu
file=${1:-/etc/pgbackrest/conf.d/secrets.conf}
if [ -e "$file" ]; then
  echo "$file exists already; nothing was changed" >&2
  exit 1
fi
umask 077
mkdir -p "$(dirname "$file")"
printf '[global]\nrepo1-cipher-pass=%s\n' "$(openssl rand -base64 48)" >"$file.new"
if [ "$(id -u)" = 0 ] && id postgres >/dev/null 2>&1; then
  chown postgres "$file.new"
  chmod 755 "$(dirname "$file")"
fi
mv "$file.new" "$file"
echo "Created $file. Keep a copy elsewhere: without it no backup can be restored."
