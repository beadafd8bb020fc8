/**
 * V8's settings of memory for the process that serves, in MB (`npm run bench -- footprint` compares them).
 *
 * - `semi-space`: V8 alone would let the space of new objects grow to 3 × 32 MB on a large machine, which makes nothing
 *   faster here. Half of this one takes as much memory in the end, as more objects get old, and slows searches and
 *   writes by a tenth.
 * - `old-space`: nothing that is asked of a process needs a heap of a gigabyte. Below a limit of two, V8 collects when
 *   the heap has grown by half and not when it is four times as large.
 */
const SIZES = { 'semi-space': 16, 'old-space': 1024 }

/**
 * Options of Node for the process that serves. Those that the administrator gave, by arguments or `NODE_OPTIONS`, hold
 * instead.
 * @param {readonly string[]} args of Node
 * @param {string} [environment] the value of `NODE_OPTIONS`
 * @returns {string[]}
 */
export function memoryOptions(args, environment = '') {
  const given = [...args, environment].join(' ').replaceAll('_', '-')
  return Object.entries(SIZES).flatMap(([space, mb]) =>
    given.includes(`--max-${space}-size`) ? [] : `--max-${space}-size=${mb}`,
  )
}
