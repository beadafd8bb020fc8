import { describe, expect, it } from 'vitest'
import { bodyOf, problemOf, restrictionsOf, withEntry, withLetIn, type Restrictions } from './model.ts'

const ada = { username: 'ada', userKey: 'a', displayName: 'Ada', avatarUrl: '' }
const bob = { username: 'bob', userKey: 'b', displayName: 'Bob', avatarUrl: '' }
const nobody = { users: [], groups: [] }

describe('the restrictions dialog', () => {
  it.each<[string, { read: typeof nobody; update: typeof nobody }, Restrictions['mode']]>([
    ['none', { read: nobody, update: nobody }, 'none'],
    ['editing', { read: nobody, update: { users: [ada], groups: [] } as never }, 'edit'],
    ['viewing', { read: { users: [ada], groups: ['staff'] } as never, update: nobody }, 'view'],
    [
      'both',
      { read: { users: [ada, bob], groups: [] } as never, update: { users: [ada], groups: [] } as never },
      'view',
    ],
  ])('stores what it shows: %s', (_name, view, mode) => {
    const shown = restrictionsOf(view)
    expect(shown.mode).toBe(mode)
    const [read, update] = bodyOf(shown)
    const names = (part: typeof read) => [
      part?.restrictions.user.map(user => user.username),
      part?.restrictions.group.map(group => group.name),
    ]
    const given = (subjects: { users: { username: string }[]; groups: string[] }) => [
      subjects.users.map(user => user.username),
      subjects.groups,
    ]
    expect(names(read)).toEqual(given(view.read))
    expect(names(update)).toEqual(given(view.update))
  })

  it('names nobody twice', () => {
    const once = withEntry({ mode: 'edit', entries: [] }, { kind: 'user', person: ada })
    expect(withEntry(once, { kind: 'user', person: ada })).toBe(once)
    expect(withEntry(once, { kind: 'group', name: 'a' }).entries).toHaveLength(2)
  })

  it('keeps whom others let in meanwhile, and what was changed in it', () => {
    const of = (users: readonly object[], editors: readonly object[]) =>
      restrictionsOf({ read: { users, groups: [] }, update: { users: editors, groups: [] } } as never)
    const before = of([ada], [ada])
    const typed = withEntry(before, { kind: 'group', name: 'staff' })
    const names = ({ entries }: Restrictions) =>
      entries.map(({ who, edit }) => `${who.kind === 'user' ? who.person.username : who.name} ${edit}`)
    expect(names(withLetIn(typed, before, of([ada, bob], [ada])))).toEqual(['ada true', 'staff true', 'bob false'])
    expect(names(withLetIn(typed, of([ada, bob], [ada]), of([ada, bob], [ada, bob])))).toEqual([
      'ada true',
      'staff true',
      'bob true',
    ])
    // Subjects that others took out, or that are as before, change nothing.
    expect(withLetIn(typed, of([ada, bob], []), of([ada], []))).toBe(typed)
    expect(withLetIn(typed, before, of([ada], [ada]))).toBe(typed)
  })

  it('refuses what would let nobody edit', () => {
    const who = { kind: 'user' as const, person: ada }
    expect(problemOf({ mode: 'none', entries: [] })).toBeUndefined()
    expect(problemOf({ mode: 'view', entries: [] })).toContain('Name')
    expect(problemOf({ mode: 'view', entries: [{ who, edit: false }] })).toContain('edit')
    expect(problemOf({ mode: 'view', entries: [{ who, edit: true }] })).toBeUndefined()
  })
})
