import type { WatchState } from './contract.ts'

export type WatchTarget = 'page' | 'blogs' | 'space'

/** i18n key of the watch button: the widest watch. */
export function watchTitle(state: WatchState): string {
  if (state.watchingSpace) return 'Watching this space'
  if (state.watchingPage) return state.isBlogPost ? 'Watching blog post' : 'Watching page'
  return state.watchingBlogs ? 'Watching new blog posts' : 'Not watching'
}

/** State after a change of `target`. */
export function withWatch(state: WatchState, target: WatchTarget, watch: boolean): WatchState {
  if (target === 'page') return { ...state, watchingPage: watch }
  return target === 'blogs' ? { ...state, watchingBlogs: watch } : { ...state, watchingSpace: watch }
}

/** Checkbox state. Watching the space includes the rest. */
export function watchBox(state: WatchState, target: WatchTarget): { isSelected: boolean; isImplied: boolean } {
  const isImplied = target !== 'space' && state.watchingSpace
  const own = { page: state.watchingPage, blogs: state.watchingBlogs, space: state.watchingSpace }[target]
  return { isSelected: own || isImplied, isImplied }
}
