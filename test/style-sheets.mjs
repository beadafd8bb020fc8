/**
 * Lets Node load components that import style sheets, for component tests: a `*.module.css` exports each class name as
 * itself, other sheets are empty.
 */
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    if (!/\.css(?:\?|$)/.test(url)) return nextLoad(url, context)
    const source = /\.module\.css(?:\?|$)/.test(url) ? 'export default new Proxy({}, { get: (_, name) => name })' : ''
    return { format: 'module', source, shortCircuit: true }
  },
})
