/** A merged title; `mine` where both sides changed it, which the user chooses between. */
export interface MergedTitle {
  title: string
  mine?: string
}

/** Merges the titles of a page. @param base undefined if it is not known */
export function mergeTitles(base: string | undefined, theirs: string, mine: string): MergedTitle {
  if (mine === theirs || mine === base) return { title: theirs }
  return theirs === base ? { title: mine } : { title: theirs, mine }
}
