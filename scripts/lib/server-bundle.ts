import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './packages.mjs'

/**
 * Bundles the server and the command line into a folder: `cli.js` and its chunks. Packages that package.json lists
 * under `dependencies` stay outside.
 * @throws Error when an import cannot be resolved
 */
export async function bundleServer(folder: string): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  const outside = new Set(Object.keys(dependencies))
  const packageOf = (id: string) => id.split('/', id.startsWith('@') ? 2 : 1).join('/')
  const bundle = await rolldown({
    cwd: root,
    // Separate processes: the second draws diagrams, see png.ts there; the third converts files, see pool.ts there. The
    // last is that of worker threads.
    input: {
      cli: 'src/cli.ts',
      'diagram-png': 'src/features/diagrams/server/png-process.ts',
      convert: 'src/features/previews/server/converter/process.ts',
      worker: 'src/worker.ts',
    },
    platform: 'node',
    external: id => outside.has(packageOf(id)),
    // The views run on React's production build.
    transform: { target: 'node24', define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: (level, log, report) => {
      // An unresolved import would only fail when it is reached.
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
      report(level, log)
    },
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await bundle.close()
}
