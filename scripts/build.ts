/**
 * `npm run build`: the browser's half into dist/web, the server's into dist/cli.js. What package.json
 * lists under `dependencies` stays outside the bundle and is installed with the package; all else goes in.
 */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { rolldown } from 'rolldown'
import { build as buildWeb } from 'vite'
import { beginBuild } from './lib/freshness.mjs'
import { root } from './lib/packages.mjs'

const dist = join(root, 'dist')

async function build(): Promise<void> {
  const started = performance.now()
  const finish = beginBuild(root)
  await rm(dist, { recursive: true, force: true })
  await Promise.all([web(), server()])
  finish()
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function web(): Promise<void> {
  await buildWeb({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await compress(join(dist, 'web'))
}

async function server(): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  const outside = new Set(Object.keys(dependencies))
  const packageOf = (id: string) => id.split('/', id.startsWith('@') ? 2 : 1).join('/')
  const bundle = await rolldown({
    cwd: root,
    // The second draws diagrams in a process of its own; see png.ts there.
    input: { cli: 'src/cli.ts', 'diagram-png': 'src/features/diagrams/server/png-process.ts' },
    platform: 'node',
    external: id => outside.has(packageOf(id)),
    // The views run on React's production build.
    transform: { target: 'node24', define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: (level, log, report) => {
      // What cannot be resolved would only fail when it is reached.
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
      report(level, log)
    },
  })
  await bundle.write({
    dir: dist,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await bundle.close()
}

/** Puts a `.br` and a `.gz` beside each text file worth it, so that the server never compresses assets. */
async function compress(folder: string): Promise<void> {
  const brotli = promisify(brotliCompress)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|html|json|txt)$/.test(entry.name)) continue
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
