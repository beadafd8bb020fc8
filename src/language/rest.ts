/** Longer work, in ms, is followed by a pause: others need more than one turn of the event loop. */
const quick = 20

/** Pause after a piece of work, ms: as long as the work took, none after short work. */
export function restAfter(took: number): number {
  return took > quick ? took : 0
}
