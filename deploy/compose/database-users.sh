#!/bin/sh
# Creates the database and its three users when the server is first set up (docs/operations.md, "Database users").
# The owner is no superuser. deploy/install.sh made the passwords, which are hex digits.
set -eu

password_of() {
  password=$(sed -n 's#^postgresql://[a-z_]*:\([0-9a-f]\{32,\}\)@.*#\1#p' "/run/secrets/database-$1-url")
  [ -n "$password" ] || { echo "database-$1-url holds no password of deploy/install.sh" >&2; exit 1; }
  printf '%s' "$password"
}

owner=$(password_of owner)
web=$(password_of web)
worker=$(password_of worker)
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username postgres --dbname postgres <<SQL
CREATE ROLE chaintill_owner LOGIN PASSWORD '$owner';
CREATE ROLE chaintill_web LOGIN PASSWORD '$web';
CREATE ROLE chaintill_worker LOGIN PASSWORD '$worker';
CREATE DATABASE chaintill OWNER chaintill_owner;
SQL
