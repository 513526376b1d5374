// Files that are sent often are stored compressed too, so that the server need not compress them for every visitor.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.argv[2];
for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(js|css|html|svg)$/.test(name)) continue;
  const path = join(folder, name);
  const plain = readFileSync(path);
  if (plain.length < 1000) continue;
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
  writeFileSync(`${path}.br`, brotliCompressSync(plain, best));
}
