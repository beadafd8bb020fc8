/** Of a list that drops down: how many options it holds, how long it waits for typing, and how long it scrolls, ms. */
export const DROPDOWN_DEFAULTS = { maxOptions: 1000, loadThrottle: 300, scrollDuration: 60 } as const

/** The next options are fetched when the end of the list is so near, px. */
export const NEAR_END = 300

/** Whether a list is scrolled so far that its next options are wanted. */
export function isNearEnd(list: Pick<Element, 'scrollTop' | 'clientHeight' | 'scrollHeight'>): boolean {
  return list.scrollHeight - list.scrollTop - list.clientHeight <= NEAR_END
}
