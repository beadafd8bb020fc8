// `npm run bench`: builds what is stale, then measures. See bench/run.ts.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** @param {string[]} args */
const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
run(join(root, 'scripts/build.ts'))
run(join(root, 'bench/run.ts'), ...process.argv.slice(2))
