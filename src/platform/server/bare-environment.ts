/** Variables that a process needs: Windows requires the one, and by the other Node compiles no file twice. */
const NEEDED = ['SystemRoot', 'NODE_COMPILE_CACHE'] as const

/** The environment for a process that reads what strangers have sent: without any secret of ours. */
export function bareEnvironment(): Record<string, string> {
  return Object.fromEntries(NEEDED.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])))
}
