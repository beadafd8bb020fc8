/** Names of the macro's parameters, as they stand in a page and in the query of its call. */
export const CONTRIBUTORS_PARAMETERS = [
  'page', 'spaces', 'labels', 'include', 'scope', 'order', 'reverse', 'limit', 'mode', 'showAnonymous', 'showCount', 'showLastTime', 'noneFoundMessage',
] as const
