import { expect, it } from 'vitest'
import { registerTracker, track } from './tracking.ts'

it('drops events without a tracker and hands later ones to it', () => {
  const tracked: unknown[] = []
  track('page.view', { contentId: '1' })
  registerTracker((...event) => tracked.push(event))
  track('page.view', { contentId: '2' })
  track('confluence.comment.delete')
  expect(tracked).toEqual([
    ['page.view', { contentId: '2' }],
    ['confluence.comment.delete', undefined],
  ])
})
