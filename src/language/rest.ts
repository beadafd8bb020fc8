/** A piece of work that took longer, in milliseconds, is followed by a rest: others need more than one turn of the event loop. */
const quick = 20

/** For how long others are let in after a piece of work: as long as it took, unless it was short. In milliseconds. */
export function restAfter(took: number): number {
  return took > quick ? took : 0
}
