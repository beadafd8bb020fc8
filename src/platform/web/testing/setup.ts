import { cleanup } from '@testing-library/react'
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

// The router scrolls to the top; jsdom has no layout.
window.scrollTo = () => undefined

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
