/**
 * `npm run build`: the browser's half into dist/web, the server's into dist/cli.js. Packages that package.json lists
 * under `dependencies` stay outside the bundle and are installed with the package; all else goes in.
 */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as buildWeb } from 'vite'
import { beginBuild } from './lib/freshness.mjs'
import { root } from './lib/packages.mjs'
import { bundleServer } from './lib/server-bundle.ts'

const dist = join(root, 'dist')

async function build(): Promise<void> {
  const started = performance.now()
  const finish = beginBuild(root)
  await rm(dist, { recursive: true, force: true })
  await Promise.all([web(), bundleServer(dist)])
  finish()
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function web(): Promise<void> {
  await buildWeb({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await compress(join(dist, 'web'))
}

/** Puts a `.br` and a `.gz` beside each text file worth it, so that the server never compresses assets. */
async function compress(folder: string): Promise<void> {
  const brotli = promisify(brotliCompress)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(m?js|css|svg|html|json|txt)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const content = await readFile(path)
    if (content.length < 1024) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    await Promise.all([
      brotli(content, { params }).then(body => writeFile(`${path}.br`, body)),
      promisify(gzip)(content, { level: 9 }).then(body => writeFile(`${path}.gz`, body)),
    ])
  }
}

await build()
