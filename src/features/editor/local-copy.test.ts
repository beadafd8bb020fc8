import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  isNewer,
  newCopyKey,
  readCopies,
  removeCopy,
  storeLocalCopy,
  type LocalCopy,
  type ServerDraft,
} from './web/local-copy.ts'

const copyOf = (changes: Partial<LocalCopy> = {}): LocalCopy => ({
  title: 'T',
  storage: '<p>ab</p>',
  baseVersion: 1,
  at: 1000,
  isApart: false,
  basedOn: 'r1',
  ...changes,
})

describe('copies on the device', () => {
  beforeEach(() => {
    const storage = {}
    const method = (value: (...given: string[]) => unknown) => ({ value })
    Object.defineProperties(storage, {
      getItem: method((key = '') => Reflect.get(storage, key) ?? null),
      setItem: method((key = '', value = '') => Reflect.set(storage, key, value)),
      removeItem: method((key = '') => Reflect.deleteProperty(storage, key)),
    })
    vi.stubGlobal('localStorage', storage)
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('of several editors are all kept, the newest first, and not mixed up with other pages', () => {
    const [one, two] = [newCopyKey('u', '1'), newCopyKey('u', '1')]
    storeLocalCopy(one, copyOf({ storage: 'one' }))
    storeLocalCopy(two, copyOf({ storage: 'two', at: 2000 }))
    for (const [user, id] of [
      ['u', '11'],
      ['v', '1'],
    ] as const)
      storeLocalCopy(newCopyKey(user, id), copyOf())
    storeLocalCopy(one, copyOf({ storage: 'one more' }))
    expect(readCopies('u', '1').map(({ storage }) => storage)).toEqual(['two', 'one more'])
    removeCopy(two)
    expect(readCopies('u', '1')).toEqual([{ ...copyOf({ storage: 'one more' }), key: one }])
  })

  it('that cannot be read are skipped, and those of earlier releases are found', () => {
    localStorage.setItem('oxbow-draft:u:1', JSON.stringify({ title: 'T', storage: 's', baseVersion: 2, at: 3 }))
    localStorage.setItem(newCopyKey('u', '1'), '{')
    localStorage.setItem(newCopyKey('u', '1'), 'null')
    expect(readCopies('u', '1')).toEqual([
      { title: 'T', storage: 's', baseVersion: 2, at: 3, isApart: false, basedOn: '', key: 'oxbow-draft:u:1' },
    ])
  })

  const at = (time: number): string => new Date(time).toISOString()
  it.each<[string, Partial<LocalCopy>, Partial<ServerDraft>, boolean]>([
    ['there is no draft', {}, { draftAt: null, draftRevision: '' }, true],
    ['the draft is the one it continues, whatever the clocks say', {}, { draftAt: at(9000) }, true],
    ['the draft is older', { basedOn: 'r0' }, { draftAt: at(500) }, true],
    ['the draft is newer and another one', { basedOn: 'r0' }, { draftAt: at(9000) }, false],
    ['the draft is newer and of another window', { basedOn: 'r0', isApart: true }, { draftAt: at(9000) }, true],
    ['the draft has the same text', {}, { storage: '<p>ab</p>' }, false],
  ])('are offered by their age: %s', (_, copy, draft, isOffered) => {
    const server = { title: 'T', storage: '<p>a</p>', draftAt: at(500), draftRevision: 'r1', ...draft }
    expect(isNewer(copyOf(copy), server)).toBe(isOffered)
  })
})
