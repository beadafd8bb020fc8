import { describe, expect, it } from 'vitest'
import type { Likes } from './contract.ts'
import { likeSummary, toggled } from './shared.ts'
import { bindLike, likeAction } from './web/like-action.ts'

const t = (text: string, values: Readonly<Record<string, string | number>> = {}) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
const reader = { t, locale: 'en-GB' }
const likes = (given: Partial<Likes>): Likes => ({
  count: 0,
  liked: false,
  promoted: [],
  other: null,
  mayLike: true,
  mayFollow: true,
  ...given,
})

describe('the like module', () => {
  it('requires its type, the content and the type of the content [V5-03]', () => {
    const whole = { type: 'like', contentId: '1', contentType: 'page' } as const
    expect(likeAction(whole)).toBeTypeOf('function')
    for (const name of ['type', 'contentId', 'contentType'] as const) {
      const { [name]: _left, ...rest } = whole
      expect(() => likeAction(rest), name).toThrow(TypeError)
    }
  })

  it('is bound to a link only [V5-04]', () => {
    const element = (tagName: string) => Object.assign(new EventTarget(), { tagName }) as unknown as Element
    expect(() => bindLike(element('BUTTON'), () => undefined)).toThrow('must be a link, not <button>')
    let toggles = 0
    const link = element('A')
    const unbind = bindLike(link, () => toggles++)
    link.dispatchEvent(new Event('click'))
    link.dispatchEvent(Object.assign(new Event('keydown'), { key: ' ' }))
    link.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Enter' }))
    unbind()
    link.dispatchEvent(new Event('click'))
    expect(toggles).toBe(2)
  })
})

describe('the summary', () => {
  it.each([
    [{}, 'Be the first to like this'],
    [{ mayLike: false }, null],
    [{ count: 1, liked: true }, 'You like this'],
    [{ count: 1, other: 'Ada' }, 'Ada likes this'],
    [{ count: 2, liked: true, other: 'Ada' }, 'You and Ada like this'],
    [{ count: 2 }, '2 people like this'],
    [{ count: 6, liked: true }, 'You and 5 others like this'],
    [{ count: 4, promoted: ['Ada', 'Ben', 'Cleo'], other: 'Dan' }, 'Ada, Ben, Cleo and Dan like this'],
    [{ count: 9, liked: true, promoted: ['Ada', 'Ben', 'Cleo'] }, 'You, Ada, Ben, Cleo and 5 others like this'],
  ] as const)('of %j is %j', (given, text) => {
    expect(likeSummary('page', likes(given as Partial<Likes>), reader)).toBe(text)
  })

  it('says nothing of a comment that nobody likes', () => {
    expect(likeSummary('comment', likes({}), reader)).toBeNull()
  })

  it('follows a like and its end', () => {
    const shown = likes({ count: 1, other: 'Ada' })
    expect(likeSummary('page', toggled(shown), reader)).toBe('You and Ada like this')
    expect(toggled(toggled(shown))).toEqual(shown)
  })
})
