import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PersistableField } from './persisted.ts'

describe('a persistable field', () => {
  let stored: Map<string, string>
  const store = () => ({
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  beforeEach(() => {
    stored = new Map()
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => void vi.useRealTimers())

  it('has a name, and persists only its value or its checked state [P3-21]', () => {
    const project = new PersistableField('issue.project', { value: '' }, store)
    const addresses = new PersistableField<{ checked: boolean }>('print.addresses', { checked: false }, store)
    const input = { name: 'project', type: 'text', value: 'OX', checked: true, dataset: { secret: 'x' } }
    project.persist(input)
    addresses.persist(input)
    expect([...stored].map(([key, text]) => [key, (JSON.parse(text) as { state: unknown }).state])).toEqual([
      ['oxbow.form.issue.project', { value: 'OX' }],
      ['oxbow.form.print.addresses', { checked: true }],
    ])
    expect([project.restore(), addresses.restore()]).toEqual([{ value: 'OX' }, { checked: true }])
  })

  it('needs a name [P5-09]', () => {
    expect(() => new PersistableField('', { value: '' }, store)).toThrow('A persistable field needs a name')
  })

  it('forgets its state after 2592000 s, which are 30 days [P9-12]', () => {
    const field = new PersistableField('zoom', { value: 'fit' }, store)
    const at = Date.now()
    field.persist({ value: 'wide' })
    const { expires } = JSON.parse(stored.get('oxbow.form.zoom') ?? '') as { expires: number }
    expect((expires - at) / 1000).toBe(2592000)
    vi.setSystemTime(expires - 1)
    expect(field.restore()).toEqual({ value: 'wide' })
    vi.setSystemTime(expires)
    expect(field.restore()).toEqual({ value: 'fit' })
  })

  it('starts anew where the device stores nothing, or something else', () => {
    const field = new PersistableField('zoom', { value: 'fit' }, () => {
      throw new DOMException('denied', 'SecurityError')
    })
    field.persist({ value: 'wide' })
    expect(field.restore()).toEqual({ value: 'fit' })
    const other = new PersistableField('kind', { value: 'a' }, store)
    for (const text of ['no JSON', 'null', '{"state":{"checked":true},"expires":9e15}', '{"state":{"value":"b"}}']) {
      stored.set('oxbow.form.kind', text)
      expect(other.restore(), text).toEqual({ value: 'a' })
    }
  })
})
