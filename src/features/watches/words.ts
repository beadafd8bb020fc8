import type { WatchState } from './contract.ts'

/** What one can watch from a page. */
export type WatchTarget = 'page' | 'blogs' | 'space'

/** The watch button's words: what is watched most widely. A key of i18n. */
export function watchTitle(state: WatchState): string {
  if (state.watchingSpace) return 'Watching this space'
  if (state.watchingPage) return state.isBlogPost ? 'Watching blog post' : 'Watching page'
  return state.watchingBlogs ? 'Watching new blog posts' : 'Not watching'
}

/** The state as it is once `target` is watched or no more. */
export function withWatch(state: WatchState, target: WatchTarget, watch: boolean): WatchState {
  if (target === 'page') return { ...state, watchingPage: watch }
  return target === 'blogs' ? { ...state, watchingBlogs: watch } : { ...state, watchingSpace: watch }
}

/** A box of the watch dialog. Who watches the space watches what is in it: there is nothing to choose then. */
export function watchBox(state: WatchState, target: WatchTarget): { isSelected: boolean; isImplied: boolean } {
  const isImplied = target !== 'space' && state.watchingSpace
  const own = { page: state.watchingPage, blogs: state.watchingBlogs, space: state.watchingSpace }[target]
  return { isSelected: own || isImplied, isImplied }
}
