/**
 * V8's settings of memory for the process that serves. V8 alone would let the space of new objects grow to 3 × 32 MB on
 * a large machine, which makes nothing faster here (`npm run bench -- footprint`).
 */
const SEMI_SPACE_MB = 8

const SEMI_SPACE = /--(?:min|max)[-_]semi[-_]space[-_]size\b/

/**
 * Options of Node for the process that serves. Those that the administrator gave, by arguments or `NODE_OPTIONS`, hold
 * instead.
 * @param {readonly string[]} args of Node
 * @param {string} [environment] the value of `NODE_OPTIONS`
 * @returns {string[]}
 */
export function memoryOptions(args, environment = '') {
  return [...args, environment].some(given => SEMI_SPACE.test(given)) ? [] : [`--max-semi-space-size=${SEMI_SPACE_MB}`]
}
