import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Oxbow runs on this release line of Node or a later one; its start scripts run on Node 20 too. */
export const NODE_MAJOR = 24

/** Whether the Node that runs this file can run Oxbow itself. */
export function isRecentNode() {
  return Number.parseInt(process.versions.node, 10) >= NODE_MAJOR
}

/**
 * Path of a Node that can run Oxbow: the running one where it is recent enough, else the one installed with Oxbow.
 * @returns {string | undefined} undefined where there is neither.
 */
export function findNode() {
  return isRecentNode() ? process.execPath : findBundledNode()
}

/** @returns {string | undefined} */
function findBundledNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${os}-${process.arch}/package.json`)
    const node = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(node) ? node : undefined
  } catch {
    return undefined // Left out at install, or there is none for this machine.
  }
}
