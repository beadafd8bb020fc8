// `npm run bench`: builds what is stale, then measures the wiki (bench/run.ts) and its diagrams (bench/diagrams.ts).
// `npm run bench -- diagrams` measures the diagrams alone, `-- --only NAME` scenarios of the wiki alone, `-- cold` what
// is done for the first time or while others write, `-- polling` very many open pages, `-- watchers` a change that very
// many people are notified of, `-- neighbours` page views beside what is heavy, `-- memory` whether memory grows,
// `-- footprint` memory by stages, `-- import` a large import, `-- import-beside` page views beside one,
// `-- rendering-beside` page views beside the rendering of all pages, `-- search-growth` searches in a small and in a
// large wiki, `-- writes` cached reads beside commits, `-- live-editing` many writers in one page and very many open
// pages, `-- typing` keys in small and large tables and in long pages of the editor.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** @param {string[]} args */
const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
run(join(root, 'scripts/build.ts'))
const [first, ...rest] = process.argv.slice(2)
const alone = {
  cold: 'cold-mixed.ts',
  polling: 'polling.ts',
  watchers: 'watchers.ts',
  neighbours: 'neighbours.ts',
  memory: 'memory.ts',
  footprint: 'footprint.ts',
  import: 'import.ts',
  'import-beside': 'import-beside.ts',
  'rendering-beside': 'rendering-beside.ts',
  'search-growth': 'search-growth.ts',
  writes: 'reads-beside-writes.ts',
  'live-editing': 'live-editing.ts',
  typing: 'typing.ts',
}[first ?? '']
if (alone) {
  // The import runs from the sources, of which the views are .tsx.
  run('--import', join(root, 'scripts/lib/tsx.mjs'), join(root, 'bench', alone), ...rest)
  process.exit()
}
if (first !== 'diagrams') run(join(root, 'bench/run.ts'), ...process.argv.slice(2))
if (first === 'diagrams' || !process.argv.includes('--only')) {
  run(join(root, 'bench/diagrams.ts'), ...(first === 'diagrams' ? rest : []))
  run(join(root, 'scripts/bundle-size.mjs'), 'page')
}
