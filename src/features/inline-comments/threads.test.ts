import { expect, it } from 'vitest'
import { neighbour, shownThreads } from './threads.ts'

const thread = (id: string, more: object = {}) => ({ id, resolved: false, dangling: false, ...more })

it('shows threads that are open, have their text and are not deleted, and the active one [I4.4-05]', () => {
  const threads = [
    thread('open'),
    thread('resolved', { resolved: true }),
    thread('dangling', { dangling: true }),
    thread('deleted', { deleted: true }),
    thread('other'),
  ]
  const ids = (active?: string) => shownThreads(threads, active).map(({ id }) => id)
  expect(ids()).toEqual(['open', 'other'])
  expect(ids('resolved')).toEqual(['open', 'resolved', 'other'])
  expect(ids('dangling')).toEqual(['open', 'dangling', 'other'])
})

it('goes around the ends, and nowhere from a single one', () => {
  const threads = ['a', 'b', 'c'].map(id => thread(id))
  expect([neighbour(threads, 'c', 1)?.id, neighbour(threads, 'a', -1)?.id, neighbour(threads, 'a', 1)?.id]).toEqual([
    'a',
    'c',
    'b',
  ])
  expect(neighbour([thread('a')], 'a', 1)).toBeUndefined()
})
