import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EditorParts, PART_LIMITS_MS, QuickEdit, RefusedError } from './web/quick-edit.ts'

const HREF = '/pages/editpage.action?pageId=7'
const never = () => new Promise<never>(() => undefined)

/** Parts of an editor that are there at once, but for those given. */
function parts(more: Partial<EditorParts> = {}): EditorParts {
  const loaded = () => Promise.resolve()
  return { href: HREF, resources: loaded, content: loaded, extra: loaded, ...more }
}

describe('quick edit', () => {
  let isReadOnly = false
  let edit: QuickEdit
  const refusal = (given?: EditorParts) =>
    edit.activate(given).then(
      () => undefined,
      (error: unknown) => (error instanceof RefusedError ? error.reason : error),
    )
  beforeEach(() => {
    isReadOnly = false
    edit = new QuickEdit(() => isReadOnly)
    vi.useFakeTimers()
  })
  afterEach(() => void vi.useRealTimers())

  it('is inactive, loading, active and deactivated [I4.5-01]', async () => {
    const content = Promise.withResolvers<void>()
    const seen: string[] = [edit.state]
    const opened = edit.activate(parts({ content: () => content.promise }))
    seen.push(edit.state)
    content.resolve()
    await opened
    seen.push(edit.state)
    edit.deactivate(HREF)
    seen.push(edit.state)
    expect(seen).toEqual(['inactive', 'loading', 'active', 'deactivated'])
    expect([await refusal(parts()), edit.state]).toEqual([undefined, 'active'])
  })

  it.each(['resources', 'content', 'extra'] as const)(
    'waits for resources, content and extra resources, each with its timeout: %s [I4.5-02]',
    async name => {
      let failure: unknown
      edit.activate(parts({ [name]: never })).catch((error: unknown) => {
        failure = error
      })
      await vi.advanceTimersByTimeAsync(PART_LIMITS_MS[name] - 1)
      expect([failure, edit.state]).toEqual([undefined, 'loading'])
      await vi.advanceTimersByTimeAsync(1)
      expect([failure, edit.state]).toEqual([expect.objectContaining({ status: 0 }), 'inactive'])
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  it('gives its parts 12 s, 4 s and 4 s [I4.5-02]', () => {
    expect(PART_LIMITS_MS).toEqual({ resources: 12_000, content: 4000, extra: 4000 })
  })

  it('is refused with READ_ONLY while the site is read-only [I4.5-03]', async () => {
    isReadOnly = true
    const content = vi.fn<() => Promise<void>>().mockResolvedValue()
    expect(await refusal(parts({ content }))).toBe('READ_ONLY')
    expect([edit.state, content.mock.calls.length]).toEqual(['inactive', 0])
    isReadOnly = false
    expect(await refusal(parts({ content }))).toBeUndefined()
  })

  it('is refused with EDITOR_OPEN while an editor loads or is open [I4.5-04]', async () => {
    const content = Promise.withResolvers<void>()
    const opened = edit.activate(parts({ content: () => content.promise }))
    expect(await refusal(parts())).toBe('EDITOR_OPEN')
    content.resolve()
    await opened
    expect([await refusal(parts()), edit.href]).toEqual(['EDITOR_OPEN', HREF])
  })

  it('is refused with BAD_ARGS without an editor to open [I4.5-05]', async () => {
    expect([await refusal(), await refusal(parts({ href: '' }))]).toEqual(['BAD_ARGS', 'BAD_ARGS'])
    expect(edit.state).toBe('inactive')
  })

  it('leaves an editor alone that took the place of one still loading', async () => {
    const first = Promise.withResolvers<void>()
    const late = edit.activate(parts({ content: () => first.promise })).catch(() => undefined)
    edit.deactivate(HREF)
    await edit.activate(parts({ href: '/other' }))
    first.reject(new Error('lost'))
    await late
    edit.deactivate(HREF)
    expect([edit.state, edit.href]).toEqual(['active', '/other'])
  })
})
