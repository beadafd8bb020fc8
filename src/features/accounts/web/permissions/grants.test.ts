import { expect, it } from 'vitest'
import { grantsBySubject, operationOf } from './grants.ts'

const grant = (operationKey: string, subject: Parameters<typeof grantsBySubject>[0][number]['subject']) => ({
  operation: { operationKey, targetType: 'space' },
  subject,
})

it('gathers what each holds, with anonymous visitors always there', () => {
  const group = { type: 'group' as const, displayName: 'staff', name: 'staff' }
  const rows = grantsBySubject([grant('read', group), grant('administer', group)], [], [{ kind: 'anonymous' }])
  expect(rows.map(row => [row.grantee.kind, [...row.held]])).toEqual([
    ['group', ['read:space', 'administer:space']],
    ['anonymous', []],
  ])
})

it('shows somebody who was just added once, with what they hold', () => {
  const user = {
    type: 'known' as const,
    displayName: 'Ada',
    userKey: 'a'.repeat(32),
    username: 'ada',
    profilePicture: { path: '/p', isDefault: false },
  }
  const picked = { kind: 'user' as const, userKey: 'a'.repeat(32), username: 'ada', name: 'Ada', picture: '/p' }
  const rows = grantsBySubject([grant('read', user)], [picked], [{ kind: 'anonymous' }])
  expect(rows).toHaveLength(2)
  expect(rows[0]).toEqual({ grantee: picked, held: new Set(['read:space']) })
})

it('names an operation as the wire does', () => {
  expect(operationOf('delete_own:space')).toEqual({ operationKey: 'delete_own', targetType: 'space' })
})
