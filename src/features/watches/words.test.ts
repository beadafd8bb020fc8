import { describe, expect, it } from 'vitest'
import type { WatchState } from './contract.ts'
import { watchBox, watchTitle, withWatch } from './words.ts'

const nothing: WatchState = {
  pageId: '7',
  spaceKey: 'DOCS',
  spaceName: 'Documentation',
  watchingPage: false,
  watchingBlogs: false,
  watchingSpace: false,
  isBlogPost: false,
  isAdmin: false,
}

describe('what the watch button says', () => {
  it.each([
    [{}, 'Not watching'],
    [{ watchingBlogs: true }, 'Watching new blog posts'],
    [{ watchingPage: true, watchingBlogs: true }, 'Watching page'],
    [{ watchingPage: true, isBlogPost: true }, 'Watching blog post'],
    [{ watchingSpace: true, watchingPage: true }, 'Watching this space'],
  ])('%o: %s', (state, title) => expect(watchTitle({ ...nothing, ...state })).toBe(title))

  it('implies what is in the space, and comes back to what was chosen', () => {
    const space = withWatch({ ...nothing, watchingPage: true }, 'space', true)
    expect(watchBox(space, 'page')).toEqual({ isSelected: true, isImplied: true })
    expect(watchBox(space, 'blogs')).toEqual({ isSelected: true, isImplied: true })
    expect(watchBox(space, 'space')).toEqual({ isSelected: true, isImplied: false })
    const left = withWatch(space, 'space', false)
    expect(watchBox(left, 'page')).toEqual({ isSelected: true, isImplied: false })
    expect(watchBox(left, 'blogs')).toEqual({ isSelected: false, isImplied: false })
  })
})
