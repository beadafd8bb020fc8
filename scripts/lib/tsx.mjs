/**
 * Lets Node load `.tsx`: Node strips the types of TypeScript but does not compile JSX. For running from the sources and
 * for tests, by `node --import ./scripts/lib/tsx.mjs`; what is built needs none of it.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !/\.tsx(?:\?|$)/.test(url)) return nextLoad(url, context)
    const path = fileURLToPath(url)
    const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), { jsx: { runtime: 'automatic' } })
    if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(error => error.message).join('; ')}`)
    return { format: 'module', source: code, shortCircuit: true }
  },
})
