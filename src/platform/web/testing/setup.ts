import { cleanup, configure, fireEvent, screen } from '@testing-library/react'
import { afterEach } from 'vitest'
import type { PageData } from '#platform/page-data.ts'

/** The signed-in user of component tests. */
export const READER = {
  username: 'reader',
  userKey: 'reader-key',
  displayName: 'Reader',
  avatarUrl: '/avatar.svg',
  isAdmin: false,
} satisfies PageData['user']

const data = document.createElement('script')
data.id = 'oxbow-data'
data.type = 'application/json'
data.textContent = JSON.stringify({ user: READER } satisfies Partial<PageData>)
document.head.append(data)

// Ends only what hangs: a busy machine is slow.
configure({ asyncUtilTimeout: 20_000 })

// jsdom has no layout and so nothing to scroll.
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
// Nor has it media: no query matches, as in a wide window.
window.matchMedia = media =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

afterEach(() => {
  // Errors stay until they are dismissed, also for the next test of the worker.
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button)
  cleanup()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
