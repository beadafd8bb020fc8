import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs `npm ci` where the installed packages are not those of package-lock.json. Ends the process when that fails. */
export function ensurePackages() {
  const reason = whyInstall()
  if (!reason) return
  console.log(`Installing packages (${reason}) …`)
  // Under `npm run`, the npm that called us; nothing of ours needs a package's install scripts.
  const npm = process.env['npm_execpath'] ? [process.execPath, process.env['npm_execpath']] : ['npm']
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const [program = 'npm', ...before] = npm
  const { status, error } = spawnSync(program, [...before, ...args], { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  console.error(`oxbow: npm ci failed${error ? `: ${error.message}` : ''}; mend what it says above and try again`)
  process.exit(1)
}

/**
 * Compares the lock file with the list of what npm installed.
 * @returns {string | undefined} what differs, or undefined where all is there
 */
export function whyInstall(folder = root) {
  const locked = readPackages(join(folder, 'package-lock.json'))
  if (!locked) throw new Error('package-lock.json is missing: this checkout is not complete')
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (!installed) return 'none yet'
  for (const [path, { version, optional, devOptional }] of Object.entries(locked)) {
    if (path === '') continue
    const there = installed[path]
    // An optional package is left out where it does not fit the machine.
    if (there ? there.version !== version : !optional && !devOptional) {
      return `${path.replace(/^.*node_modules\//, '')} is not at ${version}`
    }
  }
  return undefined
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> | undefined}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined
    throw error
  }
}
