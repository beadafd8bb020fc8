import { spawn, type SpawnOptions } from 'node:child_process'
import { join } from 'node:path'
import { root } from './packages.mjs'

/** The environment for a tool of ours: the Node and the programs that npm installed come first. */
export const toolEnvironment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
}

/**
 * Runs a program in the checkout, its output going to ours.
 * @returns its exit code; 1 where it could not be run or was killed
 */
export function run(program: string, args: readonly string[], options: SpawnOptions = {}): Promise<number> {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: toolEnvironment, ...options })
  return new Promise(resolve => {
    child.once('error', error => {
      console.error(`${program} could not be run: ${error.message}`)
      resolve(1)
    })
    child.once('exit', code => resolve(code ?? 1))
  })
}
